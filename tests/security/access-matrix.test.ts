import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Belongings, giveBelongings, unknownLike } from './belongings.ts';
import { namesSomething, sampleRequest } from './sample-input.ts';
import { addPerson, nextAddress, type Person, rows, tell } from './security.fixture.ts';

const guarded = rows.filter(([, { access }]) => access !== 'public');
/** The operator's door tells whoever shows the wrong thing that it is the wrong thing; the console's is not to be found. */
function refusals({ access }: EndpointDefinition): readonly number[] {
  if (access === 'console') return [404];
  return access === 'operator' ? [401, 403] : [401];
}

describe('who may call what', () => {
  let server: TestServer;
  let victim: Person;
  let belongings: Belongings;
  let before: string;
  const counts = { calls: 0, 'refused as they should be': 0, 'foreign reads': 0, 'foreign writes': 0 };

  async function call(row: EndpointDefinition, headers: Record<string, string>, named?: string) {
    const answer = await server.app.inject({
      ...sampleRequest(row, named === undefined ? {} : { named }),
      remoteAddress: nextAddress(),
      headers,
    });
    counts.calls += 1;
    const text = named === undefined ? answer.payload : answer.payload.replaceAll(named, '');
    if (text.includes(belongings.mark) || text.includes(victim.email)) counts['foreign reads'] += 1;
    return answer;
  }

  beforeAll(async () => {
    server = await startTestServer();
    victim = await addPerson(server);
    belongings = await giveBelongings(server, victim);
    before = await belongings.snapshot();
  });
  afterAll(() => server.close());

  it('knows what there is to protect: the owner reads it all', async () => {
    expect(belongings.ids.length).toBeGreaterThan(12);
    expect(before.split('\n').length).toBeGreaterThan(12);
    const own = await server.app.inject({ url: '/api/v1/my-data', headers: victim.bearer });
    expect(own.payload).toContain(belongings.mark);
    expect(rows.filter(([, row]) => namesSomething(row)).length).toBeGreaterThan(8);
  });

  it.each(guarded)('%s answers nobody without a session', async (_, row) => {
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic YTpi' }, { cookie: 'leadloom_access=x' }]) {
      const answer = await call(row, headers);
      expect(refusals(row)).toContain(answer.statusCode);
      counts['refused as they should be'] += 1;
    }
  });

  it.each(guarded)('%s takes an unverified email where its access says so', async (_, row) => {
    const person = await addPerson(server, { isVerified: false });
    const answer = await call(row, person.bearer);
    const isRefused = answer.statusCode === 403 && answer.json().code === 'AUTH.NOT_VERIFIED';
    expect(isRefused).toBe(row.access === 'verified' || row.access === 'subscribed');
    expect(answer.statusCode).not.toBe(401);
    if (isRefused) counts['refused as they should be'] += 1;
  });

  it.each(guarded)('%s takes an API key for a session nowhere but where its access says so', async (_, row) => {
    const person = await addPerson(server);
    const key = (await createKey(server.platform, person.id)).api_key ?? '';
    expect(key).toMatch(/^ll_live_/);
    const ways = [
      { authorization: `Bearer ${key}` },
      { authorization: key },
      { 'x-api-key': key },
      { cookie: `leadloom_access=${key}` },
    ];
    for (const [index, headers] of ways.entries()) {
      const { statusCode } = await call(row, headers);
      // The two a key is recognised by.
      const isRecognised = index === 0 || index === 2;
      if (isRecognised && row.apiKey !== undefined) {
        expect(statusCode).not.toBe(401);
        continue;
      }
      if (isRecognised && row.access !== 'console') expect(statusCode).toBe(403);
      else expect(refusals(row)).toContain(statusCode);
      counts['refused as they should be'] += 1;
    }
  });

  it.each(guarded)('%s gives a stranger nothing of another account, and no way to learn of it', async (_, row) => {
    const stranger = await addPerson(server);
    const other = await addPerson(server);
    for (const id of namesSomething(row) ? belongings.ids : ['']) {
      const named = id === '' ? undefined : id;
      const answer = await call(row, stranger.bearer, named);
      const unknown = await call(row, other.bearer, named === undefined ? undefined : unknownLike(named, belongings.mark));
      expect(answer.statusCode, `with ${id} of another, and with one of nobody`).toBe(unknown.statusCode);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });

  it.each(rows.filter(([, { access }]) => access === 'console'))(
    '%s is not there, for whoever is no operator',
    async (_, row) => {
      const person = await addPerson(server);
      const { payload, statusCode } = await server.app.inject({ url: '/api/v1/no-such-thing', headers: person.bearer });
      const notThere = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      for (const headers of [{}, person.bearer, person.cookies, { authorization: 'Bearer x' }]) {
        const answer = await call(row, headers);
        expect([answer.statusCode, notThere(answer.payload)]).toEqual([statusCode, notThere(payload)]);
        counts['refused as they should be'] += 1;
      }
    },
  );

  it.each(rows.filter(([, { access }]) => access === 'public'))('%s reveals and changes nothing', async (_, row) => {
    for (const id of namesSomething(row) ? belongings.ids : [undefined]) {
      const { statusCode } = await call(row, {}, id);
      // A row that tells of the server's state may say that a part of a busy machine does not answer in time.
      if (!(statusCode === 503 && row.errors.includes('SERVER.UNAVAILABLE'))) expect(statusCode).toBeLessThan(500);
    }
  });

  it('leaves every row of the other account as it was', async () => {
    const after = await belongings.snapshot();
    counts['foreign writes'] = after === before ? 0 : 1;
    tell('access (S01)', { endpoints: rows.length, ids: belongings.ids.length, ...counts });
    expect(counts['foreign reads']).toBe(0);
    expect(after).toBe(before);
  });
});
