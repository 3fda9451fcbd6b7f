import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accountIdOf, createAccount, createVerifiedAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { storedAnswers } from '../../../testing/stored-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { removeExpired } from '../retention/retention.service.ts';

const MEGABYTE = 1024 * 1024;
const DAY = 24 * 3600 * 1000;
const slugOf = (number: number) => `person-${number}`;

/** An answer about a member with the given number of incompressible bytes, in entities with LinkedIn's names. */
function bulkyAnswer(number: number, bytes: number): object {
  const answer = personAnswer({ memberId: `ACoAAPerson${number}`, slug: slugOf(number) });
  const entities = Array.from({ length: Math.ceil(bytes / 20_000) }, (_, index) => ({
    $type: 'com.linkedin.voyager.dash.feed.Update',
    entityUrn: `urn:li:fsd_update:${index}`,
    text: randomBytes(15_000).toString('base64'),
  }));
  return { ...answer, included: [...Reflect.get(answer, 'included'), ...entities] };
}

describe('an account’s kept answers', () => {
  let server: TestServer;
  let collector: CollectorClient;
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer({ environment: { RAW_ANSWER_QUOTA_MB: '1' } });
    const account = await createVerifiedAccount(server);
    collector = openCollector(account);
    workspaceId = await accountIdOf(server, account.email);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const post = async (number: number, answer: object, from = collector) => {
    server.clock.advance(1000);
    const url = `https://www.linkedin.com/in/${slugOf(number)}`;
    expect((await from.parseProfile(url, JSON.stringify(answer))).status).toBe(200);
  };
  const numberOf = async (query: ReturnType<typeof sql>) => Number((await server.database.execute(query)).rows[0]?.bytes ?? 0);
  const bytesStored = () =>
    numberOf(sql`select sum(100 + octet_length(slot) + octet_length(identity) + octet_length(content) + octet_length(digest)) as bytes
      from linkedin_raw_answers`);
  const bytesCounted = () =>
    numberOf(sql`select sum(bytes) as bytes from account_storage where table_name = 'linkedin_raw_answers'`);

  it('kept answers stay below the quota whatever is posted, and the latest are kept', async () => {
    for (let round = 0; round < 3; round += 1)
      for (const number of [1, 2, 3]) {
        await post(number, bulkyAnswer(number, 0.25 * MEGABYTE));
        expect(await bytesStored()).toBeLessThanOrEqual(MEGABYTE);
      }
    const kept = await storedAnswers(server.database);
    expect(kept.length).toBeGreaterThan(1);
    const posted = [1, 2, 3, 1, 2, 3, 1, 2, 3].map(slugOf);
    expect(kept.map(({ identity }) => identity)).toEqual(posted.slice(-kept.length));
    expect(kept.at(-1)?.receivedAt).toBe(server.clock.now().toISOString());
    expect(await bytesCounted()).toBe(await bytesStored());
  });

  it('kept answers contain no padding', async () => {
    const answer = personAnswer({ memberId: 'ACoAAPerson1', slug: slugOf(1) });
    await post(1, { ...answer, padding: randomBytes(4 * MEGABYTE).toString('base64') });
    expect(await bytesStored()).toBeLessThan(5_000);
    expect((await storedAnswers(server.database)).map(({ text }) => text)).toEqual([JSON.stringify(answer)]);
  });

  it('an answer larger than any of LinkedIn’s is not kept, nor are older ones of that profile', async () => {
    await post(1, personAnswer({ memberId: 'ACoAAPerson1', slug: slugOf(1) }));
    await post(1, bulkyAnswer(1, 3 * MEGABYTE));
    expect(await storedAnswers(server.database)).toEqual([]);
  });

  it('kept answers do not affect another account’s quota or answers', async () => {
    const other = openCollector(await createVerifiedAccount(server));
    await post(1, bulkyAnswer(1, 0.5 * MEGABYTE), other);
    for (const number of [1, 2, 3]) await post(number, bulkyAnswer(number, 0.5 * MEGABYTE));
    const { rows } = await server.database.execute(
      sql`select account_id <> ${workspaceId} as is_other, count(*)::int as answers from linkedin_raw_answers group by 1 order by 1`,
    );
    expect(rows).toMatchObject([{ is_other: false }, { is_other: true, answers: 1 }]);
  });

  it('answers of an unverified account are not kept', async () => {
    await post(1, personAnswer({ memberId: 'ACoAAPerson1', slug: slugOf(1) }), openCollector(await createAccount(server)));
    expect(await storedAnswers(server.database)).toEqual([]);
    const { rows } = await server.database.execute(sql`select profile_key from linkedin_profiles`);
    expect(rows).toHaveLength(1);
  });

  it('the size of kept answers is correct after every insert and delete', async () => {
    for (const number of [1, 2, 3]) await post(number, bulkyAnswer(number, 0.1 * MEGABYTE));
    await post(1, bulkyAnswer(1, 0.1 * MEGABYTE));
    expect(await bytesCounted()).toBe(await bytesStored());
    const { rows } = await server.database.execute<{ id: string }>(sql`select id from linkedin_profiles order by id limit 1`);
    await collector.call('DELETE', '/linkedin/users', { ids: rows.map(({ id }) => String(id)) });
    expect(await storedAnswers(server.database)).toHaveLength(2);
    expect(await bytesCounted()).toBe(await bytesStored());
    server.clock.advance(31 * DAY);
    await removeExpired(server.platform, new AbortController().signal);
    expect([await bytesStored(), await bytesCounted()]).toEqual([0, 0]);
    const leaving = await createVerifiedAccount(server);
    await post(1, personAnswer({ memberId: 'ACoAAPerson1', slug: slugOf(1) }), openCollector(leaving));
    expect(await bytesCounted()).toBeGreaterThan(0);
    await server.database.execute(sql`delete from accounts where email = ${leaving.email}`);
    expect([await bytesStored(), await bytesCounted()]).toEqual([0, 0]);
  });

  it('parallel posts stay below the quota, and each gets a response', async () => {
    const busy = openCollector(await createVerifiedAccount(server));
    await Promise.all(
      Array.from({ length: 12 }, (_, number) => {
        const url = `https://www.linkedin.com/in/${slugOf(number)}`;
        return busy.parseProfile(url, JSON.stringify(bulkyAnswer(number, 0.25 * MEGABYTE))).then(({ status }) => status);
      }),
    ).then((answers) => expect(new Set(answers)).toEqual(new Set([200])));
    expect(await bytesStored()).toBeLessThanOrEqual(MEGABYTE);
    expect(await bytesCounted()).toBe(await bytesStored());
  });
});
