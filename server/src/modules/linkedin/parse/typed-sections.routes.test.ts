import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import type { Answer } from '../../../testing/browser.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { type PersonAnswer, type PositionAnswer, personAnswer, positionsAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { challengePage } from '../../../testing/unreadable-answers.ts';
import { reparse } from '../raw-answers/reparse.service.ts';

const URL_OF_MAREN = 'https://www.linkedin.com/in/maren-holt';
const MEMBER = 'ACoAAMaren01';
const roles: readonly PositionAnswer[] = Array.from({ length: 33 }, (_, number) => ({
  title: `Role ${number}`,
  company: { name: `Employer ${number}`, id: String(8_000 + number), ...(number < 10 ? { slug: `employer-${number}` } : {}) },
  start: { year: 2024 - number, month: 3 },
  ...(number === 0 ? {} : { end: { year: 2025 - number, month: 2 } }),
}));
const maren = { memberId: MEMBER, slug: 'maren-holt', positions: roles.slice(0, 10), positionTotal: 33 } satisfies PersonAnswer;
const p1 = personAnswer(maren);
const titles = roles.map(({ title }) => title);
const contact = personAnswer({ memberId: MEMBER, slug: 'maren-holt', email: 'maren@example.com', hasPositions: false });

describe('typed rows of a section', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createVerifiedAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const parse = (content: object): Promise<Answer> =>
    collector.call('POST', '/parse/profile', { content: { url: URL_OF_MAREN, p1, ...content } });
  const storedTitles = async () => (await collector.profile(MEMBER)).experiences.map(({ title }) => title);
  const storedSlots = async () => {
    const { rows } = await server.database.execute(sql`select slot from linkedin_raw_answers order by slot, id`);
    return rows.map(({ slot }) => slot);
  };

  it('a profile that was cut names the rows to ask for, and with them it is whole', async () => {
    await collector.add('maren-holt');
    const cut = await parse({});
    expect(cut.body).toMatchObject({
      sections: { experience: 'truncated', education: 'missing' },
      next_sections: [
        { resource: 'profilePositions', start: 0 },
        { resource: 'profileEducations', start: 0 },
      ],
    });
    expect(await storedTitles()).toEqual(titles.slice(0, 10));

    const whole = await parse({ positions: JSON.stringify(positionsAnswer(MEMBER, roles)) });
    expect(whole).toMatchObject({
      status: 200,
      body: {
        sections: { experience: 'complete' },
        missing_experiences: 0,
        next_sections: [{ resource: 'profileEducations', start: 0 }],
      },
    });
    expect(await storedTitles()).toEqual(titles);
    await collector.call('POST', '/parse/components', { content: { profile_id: MEMBER, i: contact } });
    expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, status: 'ok', email: 'maren@example.com' }]);
  });

  const whole = positionsAnswer(MEMBER, roles);
  it.each([
    ['ten thousand pages', Array.from({ length: 10_000 }, () => positionsAnswer('ACoAABram0002', roles.slice(0, 1)))],
    ['pages within pages', [[[whole]]]],
    ['a number', 7],
    ['an empty list', []],
    ['a list of blanks', [null, '', 0, false, {}, []]],
    ['half of an answer', JSON.stringify(whole).slice(0, -40)],
    ['a page', challengePage],
    [
      'an answer that is about itself',
      { data: { '*elements': ['urn:a'], '*data': 'urn:a' }, included: [{ entityUrn: 'urn:a', '*elements': ['urn:a'] }] },
    ],
    [
      'a row that is its own employer',
      {
        data: { '*elements': ['urn:li:fsd_profilePosition:(ACoAAMaren01,1)'], paging: { start: 0, count: 100, total: 33 } },
        included: [
          {
            entityUrn: 'urn:li:fsd_profilePosition:(ACoAAMaren01,1)',
            '*company': 'urn:li:fsd_profilePosition:(ACoAAMaren01,1)',
            title: 'Loop',
          },
        ],
      },
    ],
    ['negative and endless paging', { data: { '*elements': [], paging: { start: -1, count: 1e308, total: -5 } }, included: [] }],
  ])('%s instead of rows leaves what the profile shows, or is refused', async (_, positions) => {
    await parse({});
    const answer = await parse({ positions });
    expect([200, 400, 413]).toContain(answer.status);
    expect(answer.status === 200 || typeof answer.body.code === 'string').toBe(true);
    expect(await storedTitles()).toEqual(titles.slice(0, 10));
  });

  it('a row that comes on two pages is one role', async () => {
    const pages = [
      positionsAnswer(MEMBER, roles, { start: 0, count: 20 }),
      positionsAnswer(MEMBER, roles, { start: 19, count: 20 }),
    ];
    await parse({ positions: pages });
    expect(await storedTitles()).toEqual(titles);
    const named = {
      ...whole,
      data: {
        '*elements': Array(33).fill(`urn:li:fsd_profilePosition:(${MEMBER},0)`),
        paging: { start: 0, count: 100, total: 33 },
      },
    };
    await emptyCollector(server);
    const again = await parse({ positions: named });
    expect(again.body).toMatchObject({ sections: { experience: 'truncated' } });
    expect(await storedTitles()).toEqual(titles.slice(0, 10));
  });

  it('a complete section is not asked for', async () => {
    const answer = await parse({ p1: personAnswer({ ...maren, positionTotal: 10 }) });
    expect(answer.body.next_sections).toEqual([{ resource: 'profileEducations', start: 0 }]);
  });

  it('a profile that is stored whole is not asked for again when it is cut', async () => {
    await parse({ positions: positionsAnswer(MEMBER, roles) });
    const again = await parse({});
    expect(again.body).toMatchObject({ missing_experiences: 0, sections: { experience: 'complete' } });
    expect(again.body.next_sections).toEqual([{ resource: 'profileEducations', start: 0 }]);
    expect(await storedTitles()).toEqual(titles);
  });

  it('pages are posted as a list, and the answer names the next one', async () => {
    const page = (start: number) => JSON.stringify(positionsAnswer(MEMBER, roles, { start, count: 12 }));
    const first = await parse({ positions: [page(0), page(12), page(12)] });
    expect(first.body).toMatchObject({
      sections: { experience: 'truncated' },
      next_sections: [{ resource: 'profilePositions', start: 24 }, {}],
    });
    expect(await storedTitles()).toEqual(titles.slice(0, 10));
    await parse({ positions: [page(0), page(12), page(24)] });
    expect(await storedTitles()).toEqual(titles);
    expect(await storedSlots()).toEqual(['p1', 'positions', 'positions', 'positions']);
  });

  it('an employer that is named by number only keeps its name', async () => {
    await parse({ positions: positionsAnswer(MEMBER, roles) });
    const { experiences } = await collector.profile(MEMBER);
    expect(experiences[9]).toMatchObject({
      company_name: 'Employer 9',
      company_url: 'https://www.linkedin.com/company/employer-9',
    });
    expect(experiences[32]).toMatchObject({ company_name: 'Employer 32', company_url: 'https://www.linkedin.com/company/8032' });
  });

  it('another member’s rows are refused with everything that came with them', async () => {
    await parse({});
    const before = await collector.profile(MEMBER);
    const answer = await parse({ positions: positionsAnswer('ACoAAAldo001', roles) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'PARSE.OTHER_MEMBER' } });
    expect(await collector.profile(MEMBER)).toEqual(before);
    expect(await storedSlots()).toEqual(['p1']);
  });

  it.each([
    ['a page of HTML', challengePage],
    ['half of the JSON', JSON.stringify(positionsAnswer(MEMBER, roles)).slice(0, 900)],
    ['an empty list', positionsAnswer(MEMBER, [])],
    ['fewer rows than the profile shows', positionsAnswer(MEMBER, roles.slice(0, 4))],
    ['a number', 7],
    ['a list of nothing', [null, '', 0]],
  ])('%s instead of rows changes nothing', async (_, positions) => {
    await parse({});
    const before = await collector.profile(MEMBER);
    expect(await parse({ positions })).toMatchObject({ status: 200, body: { sections: { experience: 'truncated' } } });
    expect((await collector.profile(MEMBER)).experiences).toEqual(before.experiences);
  });

  it('more pages than a section can have are not read', async () => {
    const pages = roles.map((_, start) => positionsAnswer(MEMBER, roles, { start, count: 1 }));
    expect((await parse({ positions: pages })).body.next_sections).toContainEqual({ resource: 'profilePositions', start: 8 });
  });

  it('large answers are read as small ones', async () => {
    const long = roles.map((role) => ({ ...role, description: 'x'.repeat(30_000) }));
    const answer = await parse({ positions: [JSON.stringify(positionsAnswer(MEMBER, long))] });
    expect(answer).toMatchObject({ status: 200, body: { sections: { experience: 'complete' } } });
    expect(await storedTitles()).toEqual(titles);
  });

  it('kept rows are read again with the answer they completed', async () => {
    await parse({});
    await parse({ positions: positionsAnswer(MEMBER, roles) });
    const before = (await collector.profile(MEMBER)).experiences;
    await server.database.execute(sql`update linkedin_experiences set title = 'Misread' where position > 900`);
    const options = { workspaceId: null, since: null, isAll: true, isDryRun: false, now: server.clock.now };
    expect(await reparse(server.database, options)).toMatchObject({ profiles: 1, changed: 1, unreadable: 0 });
    expect((await collector.profile(MEMBER)).experiences).toEqual(before);
    expect(await reparse(server.database, options)).toMatchObject({ changed: 0 });
  });

  it('rows that were rendered before give way to typed ones', async () => {
    await parse({ p1: personAnswer({ ...maren, positions: roles.slice(0, 5), positionTotal: 5 }) });
    const moved = [{ title: 'New role', company: { name: 'New employer', id: '1' }, start: { year: 2025 } }, ...roles];
    const cut = personAnswer({ ...maren, positions: moved.slice(0, 10), positionTotal: 34 });
    await parse({ p1: cut, positions: positionsAnswer(MEMBER, moved) });
    expect(await storedTitles()).toEqual(['New role', ...titles]);
  });
});
