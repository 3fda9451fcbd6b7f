import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { accountIdOf, createVerifiedAccount } from '../../../testing/accounts.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { storedAnswers } from '../../../testing/stored-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { saveEntries } from '../jobs/entries.service.ts';
import { parseProfile } from '../parse/parse.service.ts';
import { removeExpired } from './retention.service.ts';

const DAY = 24 * 3600 * 1000;
const people = ['maren-holt', 'aldo-brink', 'noor-vance'] as const;

describe('what was collected long ago', () => {
  let server: TestServer;
  let accountId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer();
    accountId = await accountIdOf(server, (await createVerifiedAccount(server)).email);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const urlOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;
  // Sessions expire earlier than the time these tests cover.
  const collect = (slug: string, headline = 'Planner') =>
    parseProfile(server.platform, accountId, {
      url: urlOf(slug),
      p1: personAnswer({ memberId: `ACoAA${slug.replace('-', '')}`, slug, headline, email: `${slug}@example.com` }),
    });
  const list = (...wanted: readonly string[]) =>
    saveEntries(
      server.platform,
      makerOf(accountId),
      wanted.map((slug) => ({ id: randomUUID(), url: urlOf(slug) })),
    );
  const withSettings = (settings: Readonly<Record<string, string>>): Platform => ({
    ...server.platform,
    config: { ...server.platform.config, ...pickRetention(settings) },
  });
  const purge = (settings: Readonly<Record<string, string>> = {}) =>
    removeExpired(withSettings(settings), new AbortController().signal);
  const slugs = async (): Promise<unknown[]> => {
    const { rows } = await server.database.execute(sql`select profile_key from linkedin_profiles order by id`);
    return rows.map((row) => row.profile_key);
  };

  it('raw answers are removed after thirty days, and the profile stays', async () => {
    await collect('maren-holt');
    server.clock.advance(20 * DAY);
    await collect('aldo-brink');
    server.clock.advance(9 * DAY);
    await purge();
    expect(await storedAnswers(server.database)).toHaveLength(2);
    server.clock.advance(DAY);
    await purge();
    expect((await storedAnswers(server.database)).map(({ identity }) => identity)).toEqual(['aldo-brink']);
    expect(await slugs()).toEqual(['maren-holt', 'aldo-brink']);
  });

  it('raw answers are kept as long as the operator sets', async () => {
    await collect('maren-holt');
    server.clock.advance(40 * DAY);
    await purge({ RAW_ANSWER_DAYS: '90' });
    expect(await storedAnswers(server.database)).toHaveLength(1);
    await purge({ RAW_ANSWER_DAYS: '0' });
    expect(await storedAnswers(server.database)).toEqual([]);
  });

  it('a profile is removed after twelve months, and its entry is reset', async () => {
    await list('maren-holt', 'aldo-brink');
    await collect('maren-holt');
    await collect('aldo-brink');
    server.clock.advance(300 * DAY);
    await collect('aldo-brink', 'Director');
    server.clock.advance(64 * DAY);
    await purge();
    expect(await slugs()).toEqual(['maren-holt', 'aldo-brink']);
    server.clock.advance(2 * DAY);
    await purge();
    expect(await slugs()).toEqual(['aldo-brink']);
    const { rows } = await server.database.execute(
      sql`select profile_key, collected, status, profile_id, user_id, profile_url, email from collector_rows order by position`,
    );
    const nothing = { collected: false, status: null, profile_id: null, user_id: null, profile_url: null, email: null };
    expect(rows).toMatchObject([
      { profile_key: 'maren-holt', ...nothing },
      { profile_key: 'aldo-brink', collected: true },
    ]);
  });

  it('profiles are kept indefinitely, or as long as the operator sets', async () => {
    await collect('maren-holt');
    server.clock.advance(5000 * DAY);
    await purge({ COLLECTED_RETENTION_MONTHS: '0' });
    await purge({ COLLECTED_RETENTION_MONTHS: '1200' });
    expect(await slugs()).toEqual(['maren-holt']);
    await purge({ COLLECTED_RETENTION_MONTHS: '1' });
    expect(await slugs()).toEqual([]);
  });

  it('expired profiles are removed in batches until none is left', async () => {
    await collect('maren-holt');
    await server.database.execute(sql`
      insert into linkedin_raw_answers (account_id, profile_id, slot, identity, content, digest, received_at)
      select account_id, id, 'ex', 'x', ''::bytea, sha256(number::text::bytea), updated_at
      from linkedin_profiles, generate_series(1, 2500) number`);
    await server.database.execute(sql`
      insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version, updated_at)
      select account_id, 'm' || number, 'm' || number, 'x', 1, updated_at from linkedin_profiles, generate_series(1, 450) number`);
    server.clock.advance(400 * DAY);
    await purge();
    expect(await storedAnswers(server.database)).toEqual([]);
    expect(await slugs()).toEqual([]);
  });

  it('a closing server removes nothing', async () => {
    await collect('maren-holt');
    server.clock.advance(400 * DAY);
    await removeExpired(server.platform, AbortSignal.abort());
    expect(await slugs()).toEqual(['maren-holt']);
  });

  it('expired data is removed soon after the server starts', async () => {
    for (const slug of people) await collect(slug);
    server.clock.advance(400 * DAY);
    const restarted = await buildApp(server.platform, { cleanUpDelay: 0 });
    await restarted.ready();
    await expect.poll(slugs).toEqual([]);
    await restarted.close();
  });
});

function pickRetention(settings: Readonly<Record<string, string>>) {
  const { rawAnswerDays, collectedRetentionMonths } = readConfig(settings);
  return { rawAnswerDays, collectedRetentionMonths };
}
