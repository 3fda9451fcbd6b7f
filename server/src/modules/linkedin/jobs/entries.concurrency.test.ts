import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace-id.ts';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { eraseNow } from '../../erasure/erase-now.service.ts';
import { parseComponents, parseProfile } from '../parse/parse.service.ts';
import { eraseProfiles } from '../profiles/erase-profiles.ts';
import { readProfile } from '../profiles/read-profile.ts';
import { postponeKeys } from '../recollections/recollections.repository.ts';
import { chooseRecollections } from '../recollections/recollections.ts';
import { removeExpired } from '../retention/retention.service.ts';
import { lockEntries } from './entries.repository.ts';
import { createJobLists, deleteEntries, saveEntries } from './entries.service.ts';

const WRITERS = 12;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const urlOf = (number: number) => `https://www.linkedin.com/in/person-${number}`;
const memberIdOf = (number: number) => `ACoAAPerson${number}`;

/** A different order for each writer, the same in every run. */
function turned<Item>(items: readonly Item[], by: number): Item[] {
  const start = (by * 37) % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return by % 2 === 0 ? rotated : rotated.reverse();
}

describe('collecting at the same time', () => {
  let server: TestServer;
  let accountIds: WorkspaceId[];
  beforeAll(async () => {
    server = await startTestServer();
    await Promise.all([createVerifiedAccount(server), createVerifiedAccount(server)]);
    const { rows } = await server.database.execute<{ id: string }>(sql`select id from accounts order by id`);
    accountIds = rows.map((row) => personalWorkspaceOf(Number(row.id)));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const account = (index = 0): WorkspaceId => accountIds[index] ?? personalWorkspaceOf(0);
  const collector = (index = 0) => makerOf(account(index));
  const rowsOf = async (index = 0) => (await createJobLists(server.platform)(collector(index))).user_jobs;

  it('concurrent saves list every profile once, in any order', async () => {
    const wanted = numbers(200);
    const saves = numbers(WRITERS).map((writer) =>
      saveEntries(
        server.platform,
        collector(),
        turned(wanted, writer).map((number) => ({ id: randomUUID(), url: urlOf(number) })),
      ),
    );
    const answers = await Promise.all(saves);
    expect(answers.reduce((sum, answer) => sum + answer.added, 0)).toBe(wanted.length);
    const rows = await rowsOf();
    expect(rows.map((row) => row.url).sort()).toEqual(wanted.map(urlOf).sort());
    const ids = new Map(rows.map((row) => [row.url, row.id]));
    for (const answer of answers) for (const row of answer.users) expect(ids.get(row.url)).toBe(row.id);
  });

  it('a call of a thousand entries keeps their order', async () => {
    const sent = turned(numbers(1000), 3).map((number) => ({ id: randomUUID(), url: urlOf(number) }));
    await saveEntries(server.platform, collector(), sent);
    expect((await rowsOf()).map((row) => row.id)).toEqual(sent.map((row) => row.id));
  });

  it('two accounts can use the same ids', async () => {
    const sent = numbers(50).map((number) => ({ id: randomUUID(), url: urlOf(number) }));
    await Promise.all([saveEntries(server.platform, collector(0), sent), saveEntries(server.platform, collector(1), sent)]);
    expect(await rowsOf(0)).toEqual(await rowsOf(1));
  });

  it('concurrent saves, deletes and downloads lose no finished entry', async () => {
    const sent = numbers(40).map((number) => ({ id: randomUUID(), url: urlOf(number) }));
    await saveEntries(server.platform, collector(), sent);
    const doomed = sent.slice(30).map((row) => row.id);
    await Promise.all([
      ...numbers(30).map((number) =>
        parseProfile(server.platform, collector(), {
          url: urlOf(number),
          p1: personAnswer({ memberId: memberIdOf(number), slug: `person-${number}`, email: `person-${number}@example.com` }),
        }),
      ),
      ...numbers(6).map((writer) => saveEntries(server.platform, collector(), turned(sent.slice(0, 30), writer))),
      ...numbers(4).map((writer) => deleteEntries(server.platform, account(), turned(doomed, writer))),
    ]);
    const rows = await rowsOf();
    expect(rows.map((row) => row.url)).toEqual(numbers(30).map(urlOf));
    for (const row of rows) expect(row).toMatchObject({ collected: true, status: 'ok', profile_id: expect.any(String) });
  });

  it('concurrent answers about one member become one profile and none is lost', async () => {
    const person = { memberId: 'ACoAAMaren01', slug: 'maren-holt' };
    const answers = [
      personAnswer({ ...person, headline: 'Head of Supply Chain', hasPositions: false }),
      personAnswer({ ...person, summary: 'Moves things.', hasPositions: false }),
      personAnswer({ ...person, email: 'maren@example.com', hasPositions: false }),
      personAnswer({ ...person, connections: 812, hasPositions: false }),
      personAnswer({ ...person, followers: 1874, hasPositions: false }),
      personAnswer({ ...person, positions: [{ title: 'Planner', company: { name: 'Kestrel Works' } }] }),
    ];
    const results = await Promise.all(
      answers.map((p1) => parseProfile(server.platform, collector(), { url: 'https://www.linkedin.com/in/maren-holt', p1 })),
    );
    expect(new Set(results.map((result) => result.user_id)).size).toBe(1);
    expect(await readProfile(server.platform, account(), person.memberId)).toMatchObject({
      headline: 'Head of Supply Chain',
      description: 'Moves things.',
      email: 'maren@example.com',
      connection_count: 812,
      follower_count: 1874,
      experiences: [{ title: 'Planner' }],
    });
  });

  it('sections are added while the profile is stored again', async () => {
    const person = { memberId: 'ACoAAMaren01', slug: 'maren-holt' };
    const url = 'https://www.linkedin.com/in/maren-holt';
    const thin = personAnswer({ ...person, hasPositions: false });
    const rich = personAnswer({ ...person, positions: [{ title: 'Planner', company: { name: 'Kestrel Works' } }] });
    await parseProfile(server.platform, collector(), { url, p1: thin });
    await Promise.all(
      numbers(WRITERS).map((writer) =>
        writer % 2 === 0
          ? parseProfile(server.platform, collector(), { url, p1: thin })
          : parseComponents(server.platform, collector(), { profile_id: person.memberId, ex: rich }),
      ),
    );
    const profile = await readProfile(server.platform, account(), person.memberId);
    expect(profile.experiences.map((experience) => experience.title)).toEqual(['Planner']);
  });

  const removals: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
    deleted: (id) => eraseProfiles(server.platform, collector(), { ids: [String(id)] }),
    'too old': () =>
      removeExpired(
        { ...server.platform, config: { ...server.platform.config, collectedRetentionMonths: 1 } },
        new AbortController().signal,
      ),
    erased: () => eraseNow(server.platform, { profile_url: 'https://www.linkedin.com/in/maren-holt' }, { isDryRun: false }),
  };

  it.each(Object.entries(removals))('a list is saved while somebody on it is %s', async (_, remove) => {
    const url = 'https://www.linkedin.com/in/maren-holt';
    await saveEntries(server.platform, collector(), [{ id: randomUUID(), url }]);
    const p1 = personAnswer({ memberId: 'ACoAAMaren01', slug: 'maren-holt' });
    const id = Number((await parseProfile(server.platform, collector(), { url, p1 })).user_id);
    await chooseRecollections(server.platform, collector(), { ids: [String(id)], every: 'weekly' });
    await server.database.execute(sql`update linkedin_profiles set last_collected_at = '2001-01-01', updated_at = '2001-01-01'`);
    const { removing } = await server.database.transaction(async (transaction) => {
      await lockEntries(transaction, account());
      const removing = remove(id);
      await expect.poll(() => countLockWaits(server.database)).toBe(1);
      // What a call does that saves an entry as not found.
      await postponeKeys(transaction, account(), ['maren-holt'], server.clock.now());
      return { removing };
    });
    await removing;
    expect((await server.database.execute(sql`select from linkedin_profiles`)).rows).toEqual([]);
  });
});
