import { PARSER_VERSION } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount } from '../../../testing/accounts.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { type PersonAnswer, personAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { saveEntries } from '../jobs/entries.service.ts';
import { parseComponents, parseProfile } from '../parse/parse.service.ts';
import { type ReparseOptions, reparse } from './reparse.service.ts';

const MINUTE = 60_000;
const maren = {
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  headline: 'Head of Supply Chain',
  summary: 'Moves things.',
  followers: 1874,
  positions: [
    { title: 'Head of Supply Chain', company: { name: 'Nordlys Freight', id: '90210', slug: 'nordlys-freight' } },
    { title: 'Planner', company: { name: 'Kestrel Works', id: '4711' }, start: { year: 2019, month: 3 } },
  ],
} satisfies PersonAnswer;
const aldo = { memberId: 'ACoAAAldo001', slug: 'aldo-brink', headline: 'Baker', followers: 7 } satisfies PersonAnswer;

describe('reading kept answers again', () => {
  let server: TestServer;
  let accountId: number;
  beforeAll(async () => {
    server = await startTestServer();
    accountId = await accountIdOf(server, (await createVerifiedAccount(server)).email);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const collect = async (person: PersonAnswer, owner = accountId) => {
    server.clock.advance(MINUTE);
    const url = `https://www.linkedin.com/in/${person.slug}`;
    return parseProfile(server.platform, owner, { url, p1: JSON.stringify(personAnswer(person)) });
  };
  const addSection = async (slot: 'i' | 'ex', person: PersonAnswer) => {
    server.clock.advance(MINUTE);
    return parseComponents(server.platform, accountId, { profile_id: person.memberId, [slot]: personAnswer(person) });
  };
  const run = (options: Partial<ReparseOptions> = {}) =>
    reparse(server.database, {
      accountId: null,
      since: null,
      isAll: false,
      isDryRun: false,
      now: server.clock.now,
      ...options,
    });
  /** As an older parser would have left it. */
  const spoil = async (set = sql`headline = 'Misread', follower_count = null`) => {
    await server.database.execute(sql`update linkedin_profiles set ${set}, parser_version = 0`);
    await server.database.execute(sql`update linkedin_experiences set title = null`);
  };
  /** Everything that is stored, but for numbers the database gives out. */
  const stored = async (): Promise<unknown[]> => {
    const { rows } = await server.database.execute(sql`
      select to_jsonb(p) - 'words' as profile,
        (select jsonb_agg(to_jsonb(e) order by e.position) from linkedin_experiences e where e.profile_id = p.id) as experiences
      from linkedin_profiles p order by p.id`);
    return rows;
  };
  const field = async (name: string): Promise<unknown> => {
    const { rows } = await server.database.execute(
      sql`select ${sql.identifier(name)} as value from linkedin_profiles order by id`,
    );
    return rows[0]?.value;
  };
  const history = async (): Promise<unknown[]> => {
    const { rows } = await server.database.execute(sql`select cause, changes from linkedin_profile_changes order by id`);
    return rows;
  };

  it('parsing again restores what an older parser misread, and records it in the history', async () => {
    await collect(maren);
    const right = await stored();
    await spoil();
    server.clock.advance(MINUTE);
    expect(await run()).toEqual({ profiles: 1, changed: 1, fieldsChanged: 3, unreadable: 0 });
    expect(await stored()).toEqual(right);
    expect(await history()).toMatchObject([
      {
        cause: 'reparse',
        changes: expect.arrayContaining([{ field: 'headline', before: 'Misread', after: 'Head of Supply Chain' }]),
      },
    ]);
  });

  it('parsing again changes nothing the second time, or with the same parser', async () => {
    await collect(maren);
    await addSection('i', { ...maren, email: 'maren@holt.example' });
    await collect({ ...maren, headline: 'Director', positions: maren.positions.slice(1), positionTotal: 2 });
    await collect({ memberId: maren.memberId, slug: maren.slug, hasPositions: false });
    const right = await stored();
    expect(await run()).toMatchObject({ profiles: 0 });
    const entries = await history();
    for (const _ of [1, 2]) {
      expect(await run({ isAll: true })).toEqual({ profiles: 1, changed: 0, fieldsChanged: 0, unreadable: 0 });
      expect(await stored()).toEqual(right);
    }
    await spoil();
    expect(await run()).toMatchObject({ changed: 1 });
    expect(await run({ isAll: true })).toMatchObject({ profiles: 1, changed: 0 });
    expect(await history()).toHaveLength(entries.length + 1);
  });

  it('the latest answer with a value wins', async () => {
    await collect({ ...maren, headline: 'Planner', followers: 10 });
    await collect({ ...maren, headline: 'Director', followers: 20 });
    await collect({ memberId: maren.memberId, slug: maren.slug, hasPositions: false });
    await spoil();
    await run();
    expect([await field('headline'), await field('follower_count')]).toEqual(['Director', 20]);
  });

  it('an answer received again counts as the latest', async () => {
    await collect({ ...maren, headline: 'Planner' });
    await collect({ ...maren, headline: 'Director' });
    await collect({ ...maren, headline: 'Planner' });
    await spoil();
    await run();
    expect(await field('headline')).toBe('Planner');
  });

  it('values known only from removed answers are kept', async () => {
    await addSection('i', { ...maren, email: 'maren@holt.example' }).catch(() => undefined);
    await collect({ ...maren, email: 'maren@holt.example' });
    await server.database.execute(sql`delete from linkedin_raw_answers`);
    await collect({ memberId: maren.memberId, slug: maren.slug, headline: 'Director', hasPositions: false });
    await server.database.execute(sql`update linkedin_profiles set headline = 'Misread', parser_version = 0`);
    await run();
    expect([await field('headline'), await field('email'), await field('description')]).toEqual([
      'Director',
      'maren@holt.example',
      'Moves things.',
    ]);
    expect(await stored()).toMatchObject([{ experiences: [{ title: 'Head of Supply Chain' }, { title: 'Planner' }] }]);
  });

  it('an email found by parsing again is added to the entry', async () => {
    await saveEntries(server.platform, accountId, [{ id: crypto.randomUUID(), url: 'https://www.linkedin.com/in/maren-holt' }]);
    await collect({ ...maren, email: 'maren@holt.example' });
    await spoil(sql`email = null`);
    await server.database.execute(sql`update collector_rows set email = null`);
    await run();
    const { rows } = await server.database.execute(sql`select collected, email from collector_rows`);
    expect(rows).toEqual([{ collected: true, email: 'maren@holt.example' }]);
  });

  it('parsing again does not change the times of collection', async () => {
    await collect(maren);
    const before = [await field('collected_at'), await field('updated_at')];
    await spoil();
    server.clock.advance(1000 * MINUTE);
    await run();
    expect([await field('collected_at'), await field('updated_at')]).toEqual(before);
  });

  it('a dry run writes nothing', async () => {
    await collect(maren);
    await spoil();
    const spoiled = await stored();
    expect(await run({ isDryRun: true })).toEqual({ profiles: 1, changed: 1, fieldsChanged: 3, unreadable: 0 });
    expect(await stored()).toEqual(spoiled);
    expect(await history()).toEqual([]);
  });

  it('parsing again can be limited to an account or to a day', async () => {
    const other = await accountIdOf(server, (await createVerifiedAccount(server)).email);
    await collect(maren);
    await collect(aldo, other);
    const since = server.clock.now();
    await spoil();
    expect(await run({ accountId: other, isDryRun: true })).toMatchObject({ profiles: 1 });
    expect(await run({ since, isDryRun: true })).toMatchObject({ profiles: 1 });
    expect(await run({ since: new Date(since.getTime() + 1), isDryRun: true })).toMatchObject({ profiles: 0 });
    expect(await run()).toMatchObject({ profiles: 2, changed: 2 });
  });

  it('unreadable answers are skipped and left for a newer parser', async () => {
    await collect(maren);
    await collect(aldo);
    await spoil();
    const damage = sql`update linkedin_raw_answers set content = decode('00', 'hex') where identity = 'maren-holt'`;
    await server.database.execute(damage);
    const before = await stored();
    expect(await run()).toMatchObject({ profiles: 2, unreadable: 1 });
    expect((await stored())[0]).toEqual(before[0]);
    expect(await run()).toMatchObject({ profiles: 1, changed: 0, unreadable: 1 });
  });

  it('an answer about another member is never used', async () => {
    await collect(maren);
    await collect(aldo);
    await server.database.execute(sql`
      update linkedin_raw_answers set identity = 'aldo-brink',
        content = (select content from linkedin_raw_answers where identity = 'aldo-brink') where identity = 'maren-holt'`);
    const before = await stored();
    expect(await run({ isAll: true })).toMatchObject({ profiles: 2, changed: 0, unreadable: 1 });
    expect(await stored()).toEqual(before);
  });

  it('an interrupted run continues where it stopped', async () => {
    for (const person of [maren, aldo]) await collect(person);
    await spoil();
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(run({ onProgress: stop })).rejects.toThrow('stopped');
    const { rows } = await server.database.execute(sql`select parser_version from linkedin_profiles order by id`);
    expect(rows).toEqual([{ parser_version: PARSER_VERSION }, { parser_version: 0 }]);
    expect(await run()).toMatchObject({ profiles: 1, changed: 1 });
  });

  it('a profile erased in the meantime does not come back', async () => {
    await collect(maren);
    await spoil();
    const eraser = await server.database.$client.connect();
    try {
      await eraser.query('begin');
      await eraser.query('delete from linkedin_profiles');
      const running = run();
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await server.database.$client.query(waiting)).rowCount).toBe(1);
      await eraser.query('commit');
      expect(await running).toMatchObject({ profiles: 0, changed: 0 });
    } finally {
      eraser.release();
    }
    expect(await stored()).toEqual([]);
  });

  it('parsing again waits for a collection of the same profile and removes nothing of it', async () => {
    await collect({ ...maren, headline: 'Planner' });
    await spoil();
    const [outcome] = await Promise.all([run(), collect({ ...maren, headline: 'Director' })]);
    expect(outcome.unreadable).toBe(0);
    expect(await field('headline')).toBe('Director');
    expect(await run({ isAll: true })).toMatchObject({ profiles: 1, changed: 0 });
  });
});
