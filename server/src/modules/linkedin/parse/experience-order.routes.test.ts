import { experienceListUrn } from '@leadloom/shared/linkedin/build-url';
import { english, experiencePageAnswer } from '@leadloom/shared/linkedin/parse/fixtures/component-answers';
import { ilka, memberWithGroups } from '@leadloom/shared/linkedin/parse/fixtures/fictional-member';
import { profileAnswer } from '@leadloom/shared/linkedin/parse/fixtures/profile-answers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { reparse } from '../raw-answers/reparse.service.ts';

const URL_OF_ILKA = `https://www.linkedin.com/in/${ilka.slug}`;
const member = memberWithGroups(24, 2);
const trueTitles = member.groups.flatMap(({ roles }) => roles.map(({ title }) => title));

let server: TestServer;
let collector: CollectorClient;
beforeAll(async () => {
  server = await startTestServer();
  collector = openCollector(await createVerifiedAccount(server));
});
afterAll(() => server.close());

const collect = async () => {
  const { body } = await collector.parseProfile(URL_OF_ILKA, profileAnswer(member));
  return body;
};
const addPage = async (start: number) => {
  const content = { profile_id: ilka.id, ex: experiencePageAnswer(member, start, 10, english) };
  expect((await collector.call('POST', '/parse/components', { content })).status).toBe(200);
};
const storedTitles = async () => {
  const { rows } = await server.database.execute<{ title: string }>(
    sql`select title from linkedin_experiences order by profile_id, position`,
  );
  return rows.map(({ title }) => title);
};

it('a career of more than ten employers is stored in LinkedIn’s order, in whatever sequence its pages arrive and when it is collected again', async () => {
  for (const pages of [
    [10, 20],
    [20, 10],
  ]) {
    await emptyCollector(server);
    await collect();
    for (const page of pages) await addPage(page);
    expect(await storedTitles()).toEqual(trueTitles);
    expect(await collect()).toMatchObject({ missing_experiences: 0, sections: { experience: 'complete' } });
    expect(await storedTitles()).toEqual(trueTitles);
  }
});

it('an answer of an experience page names the page after it, and the answer of the last page names none', async () => {
  await emptyCollector(server);
  await collect();
  const nextAfter = async (start: number) => {
    const content = { profile_id: ilka.id, ex: experiencePageAnswer(member, start, 10, english) };
    const { body } = await collector.call('POST', '/parse/components', { content });
    return body.next_experience_page;
  };
  expect(await nextAfter(10)).toEqual({ list_urn: experienceListUrn(ilka.id), start: 20 });
  expect(await nextAfter(20)).toBeNull();
});

it('a career that was stored in the wrong order is put right when its kept answers are read again', async () => {
  await emptyCollector(server);
  await collect();
  await addPage(10);
  await addPage(20);
  // The old numbering of rows: one by one, last page first.
  await server.database.execute(sql`
    update linkedin_experiences old set position = 20000 + new.number
    from (select position, row_number() over (order by position < 640, position) number from linkedin_experiences) new
    where old.position = new.position`);
  await server.database.execute(sql`update linkedin_experiences set position = position - 20001`);
  expect(await storedTitles()).not.toEqual(trueTitles);
  const options = { workspaceId: null, since: null, isAll: true, isDryRun: false, now: server.clock.now };
  expect(await reparse(server.database, options)).toMatchObject({ changed: 1, unreadable: 0 });
  expect(await storedTitles()).toEqual(trueTitles);
  expect(await reparse(server.database, options)).toMatchObject({ changed: 0 });
});
