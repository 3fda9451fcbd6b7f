import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace.ts';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { parseComponents, parseProfile } from '../parse/parse.service.ts';
import { readProfile } from '../profiles/read-profile.ts';
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
        parseProfile(server.platform, account(), {
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
      answers.map((p1) => parseProfile(server.platform, account(), { url: 'https://www.linkedin.com/in/maren-holt', p1 })),
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
    await parseProfile(server.platform, account(), { url, p1: thin });
    await Promise.all(
      numbers(WRITERS).map((writer) =>
        writer % 2 === 0
          ? parseProfile(server.platform, account(), { url, p1: thin })
          : parseComponents(server.platform, account(), { profile_id: person.memberId, ex: rich }),
      ),
    );
    const profile = await readProfile(server.platform, account(), person.memberId);
    expect(profile.experiences.map((experience) => experience.title)).toEqual(['Planner']);
  });
});
