import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { type PersonAnswer, personAnswer, stubAnswer } from '../../../testing/linkedin-answers.ts';
import { storedAnswers } from '../../../testing/stored-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { challengePage } from '../../../testing/unreadable-answers.ts';
import { packAnswers, unpackAnswer } from './raw-answers.ts';

const URL_OF_MAREN = 'https://www.linkedin.com/in/maren-holt';
const maren = { memberId: 'ACoAAMaren01', slug: 'maren-holt', headline: 'Planner' } satisfies PersonAnswer;
const aldo = { memberId: 'ACoAAAldo001', slug: 'aldo-brink', firstName: 'Aldo', lastName: 'Brink' } satisfies PersonAnswer;
const text = (answer: object) => JSON.stringify(answer);

describe('raw answers', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createVerifiedAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const parse = (p1: unknown, p2: unknown = null) => collector.parseProfile(URL_OF_MAREN, p1, p2);
  const components = (slots: object) =>
    collector.call('POST', '/parse/components', { content: { profile_id: maren.memberId, ...slots } });
  const kept = () => storedAnswers(server.database);

  it('raw answers are kept unchanged, with their field and the requested identity', async () => {
    const counts = text(personAnswer({ ...maren, connections: 12, followers: 30 }));
    expect((await parse(text(personAnswer(maren)), counts)).status).toBe(200);
    const contact = personAnswer({ ...maren, email: 'maren@holt.example' });
    expect((await components({ i: contact })).status).toBe(200);
    const receivedAt = server.clock.now().toISOString();
    expect(await kept()).toEqual([
      { slot: 'p1', identity: 'maren-holt', text: text(personAnswer(maren)), receivedAt },
      { slot: 'p2', identity: 'maren-holt', text: counts, receivedAt },
      { slot: 'i', identity: maren.memberId, text: text(contact), receivedAt },
    ]);
  });

  it('an answer received again is kept once, as received at the last time', async () => {
    const first = text(personAnswer(maren));
    await parse(first);
    server.clock.advance(60_000);
    await parse(text(personAnswer({ ...maren, headline: 'Director' })));
    server.clock.advance(60_000);
    await parse(first);
    const answers = await kept();
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatchObject({ text: first, receivedAt: server.clock.now().toISOString() });
  });

  it('raw answers are kept separately for each account', async () => {
    await parse(text(personAnswer(maren)));
    const other = openCollector(await createVerifiedAccount(server));
    await other.parseProfile(URL_OF_MAREN, text(personAnswer(maren)));
    expect(await kept()).toHaveLength(2);
  });

  it.each([
    ['another member', text(personAnswer(aldo)), null],
    ['another member beside the right one', text(personAnswer(maren)), text(personAnswer(aldo))],
    ['a challenge', challengePage, challengePage],
    ['a name without anything else', text(stubAnswer(maren.memberId)), null],
  ])('refused answers are not kept: %s', async (_, p1, p2) => {
    expect((await parse(p1, p2)).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  it('invalid answers in a post with valid ones are not kept', async () => {
    await parse(text(personAnswer(maren)), challengePage);
    await components({ ex: challengePage, ed: '', c: null, i: text(personAnswer(maren)) });
    expect((await kept()).map(({ slot }) => slot)).toEqual(['p1', 'i']);
  });

  it('section answers that name another member are refused and not kept', async () => {
    await parse(text(personAnswer(maren)));
    expect(await components({ ex: text(personAnswer(aldo)) })).toMatchObject({
      status: 400,
      body: { code: 'PARSE.OTHER_MEMBER' },
    });
    expect(await kept()).toHaveLength(1);
  });

  it('the answers of a profile are limited, and the oldest are removed', async () => {
    await parse(text(personAnswer(maren)));
    await server.database.execute(sql`
      insert into linkedin_raw_answers (account_id, profile_id, slot, identity, content, digest, received_at)
      select account_id, profile_id, slot, number::text, content, sha256(number::text::bytea), received_at - number * interval '1 second'
      from linkedin_raw_answers, generate_series(1, 198) number`);
    for (const followers of [1, 2, 3]) {
      server.clock.advance(1000);
      await parse(text(personAnswer({ ...maren, followers })));
    }
    const identities = (await kept()).map(({ identity }) => identity);
    expect(identities).toHaveLength(200);
    expect(identities).toContain('196');
    expect(identities).not.toContain('197');
    expect(identities.filter((identity) => identity === maren.slug)).toHaveLength(4);
  });

  it('raw answers are deleted with their profile, and with their account', async () => {
    await parse(text(personAnswer(maren)));
    await server.database.execute(sql`delete from linkedin_profiles`);
    expect(await kept()).toEqual([]);
    const leaving: TestAccount = await createVerifiedAccount(server);
    await openCollector(leaving).parseProfile(URL_OF_MAREN, text(personAnswer(maren)));
    expect(await kept()).toHaveLength(1);
    await server.database.execute(sql`delete from accounts where email = ${leaving.email}`);
    expect(await kept()).toEqual([]);
  });

  it('raw answers are not kept if the profile is not stored', async () => {
    await server.database.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
    await server.database.execute(
      sql`create trigger refuse before insert on linkedin_raw_answers for each row execute function refuse()`,
    );
    try {
      expect((await parse(text(personAnswer(maren)))).status).toBe(500);
      const { rows } = await server.database.execute(sql`select id from linkedin_profiles`);
      expect(rows).toEqual([]);
    } finally {
      await server.database.execute(sql`drop function refuse cascade`);
    }
  });
});

describe('raw answers, where none are to be kept', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { RAW_ANSWER_DAYS: '0' } });
  });
  afterAll(() => server.close());

  it('without retention, answers are dropped after parsing, and so are earlier ones', async () => {
    const account = await createVerifiedAccount(server);
    const collector = openCollector(account);
    const answer = await collector.parseProfile(URL_OF_MAREN, personAnswer(maren));
    expect(answer.status).toBe(200);
    expect(await storedAnswers(server.database)).toEqual([]);
    await server.database.execute(sql`
      insert into linkedin_raw_answers (account_id, profile_id, slot, identity, content, digest)
      select account_id, id, 'p1', 'maren-holt', ''::bytea, ''::bytea from linkedin_profiles`);
    const contact = { profile_id: maren.memberId, i: personAnswer({ ...maren, email: 'maren@holt.example' }) };
    expect((await collector.call('POST', '/parse/components', { content: contact })).status).toBe(200);
    const { rows } = await server.database.execute(sql`select id from linkedin_raw_answers`);
    expect(rows).toEqual([]);
  });
});

describe('packing', () => {
  const json = { kind: 'json' as const, status: null };

  it('unpacking returns every character', async () => {
    const content = `{"a":"Grüße 世界 🌍 ${randomBytes(3000).toString('base64')}"}`;
    const packed = (await packAnswers([{ slot: 'p1', content }], [{ slot: 'p1', ...json }]))?.[0];
    expect(packed?.slot).toBe('p1');
    expect(packed === undefined ? '' : await unpackAnswer(packed.content)).toBe(content);
  });

  it('packing returns null if one answer is larger than any of LinkedIn’s', async () => {
    const large = JSON.stringify({ list: Array.from({ length: 3 * 1024 * 1024 }, () => 0) });
    const answers = [large, '{"a":1}'].map((content) => ({ slot: 'p1', content }));
    const reports = answers.map(({ slot }) => ({ slot, ...json }));
    expect(await packAnswers(answers, reports)).toBeNull();
    expect(await packAnswers(answers.slice(1), reports)).toHaveLength(1);
  });
});
