import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { personAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const URL_OF_MAREN = 'https://www.linkedin.com/in/maren-holt';
const small = personAnswer({
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  firstName: 'Maren',
  lastName: 'Holt',
  email: 'maren@example.com',
  positions: [{ title: 'Weaver', company: { name: 'Nordlys', id: '9' }, start: { year: 2020 } }],
});
const filler = Array.from({ length: 8_000 }, (_, index) => ({
  $type: 'com.example.made.Up',
  entityUrn: `urn:made:${index}`,
  text: 'x'.repeat(80),
}));
/** The same answer, among entities that are not LinkedIn's and are removed before the answer is kept. */
const large = {
  ...small,
  included: [...('included' in small && Array.isArray(small.included) ? small.included : []), ...filler],
};

describe('answers that are large', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createVerifiedAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  it.each([
    ['as a value', large],
    ['as a text', JSON.stringify(large)],
    ['as a text within a text', JSON.stringify(JSON.stringify(large))],
  ])('a large answer is stored as a small one is: %s', async (_, answer) => {
    const stored = async (p1: unknown) => {
      await emptyCollector(server);
      const { status, body } = await collector.parseProfile(URL_OF_MAREN, p1);
      const { rows } = await server.database.execute(sql`select slot, digest, content from linkedin_raw_answers`);
      return { status, body: { ...body, user_id: '' }, rows };
    };
    const expected = await stored(small);
    expect(expected).toMatchObject({ status: 200, body: { full_name: 'Maren Holt' }, rows: [{ slot: 'p1' }] });
    expect(await stored(answer)).toEqual(expected);
  });

  it('a large answer about another member is refused, and so is a large one of nobody', async () => {
    expect(await collector.parseProfile('https://www.linkedin.com/in/somebody-else', large)).toMatchObject({
      body: { code: 'PARSE.OTHER_MEMBER' },
    });
    expect(await collector.parseProfile(URL_OF_MAREN, { included: filler })).toMatchObject({
      body: { code: 'PARSE.UNREADABLE' },
    });
  });

  it('a body that is large beside its documents is refused', async () => {
    const content = { url: URL_OF_MAREN, p1: small, made_up: 'x'.repeat(600_000) };
    expect(await collector.call('POST', '/parse/profile', { content })).toMatchObject({
      status: 413,
      body: { code: 'REQUEST.TOO_LARGE' },
    });
  });

  it('an unknown member of a large body is named, and documents may be numbers', async () => {
    expect(await collector.call('POST', '/parse/profile', { content: { url: URL_OF_MAREN, p1: large, p3: 1 } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/content/p3' }] },
    });
    expect(await collector.parseProfile(URL_OF_MAREN, large, 7)).toMatchObject({ status: 200 });
  });
});
