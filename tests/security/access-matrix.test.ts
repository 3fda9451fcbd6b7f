import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { makerOf } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { type EndpointDefinition, needsPlan } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import type { ApiKeyRight } from '@leadloom/shared/contract/keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessCase, AccessCoverage, endpointsOf } from './access-cases.ts';
import { type Belongings, giveBelongings, unknownLike } from './belongings.ts';
import { distinctNames, namesSomething, sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { addPerson, nextAddress, OPERATOR_TOKEN, type Person, tell, triedRows } from './testing/security.fixture.ts';

const NO_OPERATOR_TOKEN = 'AUTH.OPERATOR_ONLY';
/** Of the ways to send a wrong credential, each endpoint is tried with every second one, by turns. */
const PART = 2;
const NOT_THERE = { status: 404, code: 'REQUEST.NOT_FOUND' };
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const of = (accessCase: AccessCase) => endpointsOf(accessCase, triedRows);
const turnOf = (name: string) => triedRows.findIndex(([other]) => other === name);

/** To anyone but an operator, a console endpoint does not exist. */
function refusals({ access }: EndpointDefinition): readonly number[] {
  if (access === 'console') return [404];
  return access === 'operator' ? [401, 403] : [401];
}

describe('the access matrix', () => {
  let server: TestServer;
  let victim: Person;
  let belongings: Belongings;
  let before: string;
  const coverage = new AccessCoverage();
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

  /** The same, for cases that compare error codes. */
  async function codeOf(row: EndpointDefinition, headers: Record<string, string>) {
    const { statusCode, payload } = await call(row, headers);
    const code: unknown = statusCode >= 400 ? JSON.parse(payload).code : null;
    if (statusCode >= 400) counts['refused as they should be'] += 1;
    return { status: statusCode, code };
  }

  async function addKeys(rights: ApiKeyRight = 'write') {
    const person = await addPerson(server);
    const [live, test] = [
      await createKey(server.platform, makerOf(person.id), { rights }),
      await createKey(server.platform, makerOf(person.id), { rights, kind: 'test' }),
    ];
    return { person, keys: [live.api_key ?? '', test.api_key ?? ''] };
  }

  async function addKeysWithoutPlan() {
    const held = await addKeys();
    await server.database.$client.query("update accounts set trial_ends_at = '2020-01-01' where id = $1", [held.person.id]);
    return held;
  }

  /** For calls that are refused: they change nothing, so all of them may come from the same account. */
  const refused = {
    unverified: once(() => addPerson(server, { isVerified: false })),
    withoutPlan: once(addKeysWithoutPlan),
    noOperator: once(() => addPerson(server)),
    holder: once(() => addKeys()),
    reader: once(() => addKeys('read')),
  };
  /** For reading, which changes nothing either, where no limit counts how often, and many may read at once. */
  const reading = { stranger: once(() => addPerson(server)), other: once(() => addPerson(server)) };
  const isReading = ({ method, rateLimit, hasEffect, turn }: EndpointDefinition) =>
    method === 'GET' && rateLimit === undefined && hasEffect !== true && turn !== 'own';

  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        OPERATOR_TOKEN,
        KEY_REQUESTS_PER_SECOND: '10000',
        KEY_REQUESTS_PER_MINUTE: '10000',
        ACCOUNT_REQUESTS_PER_MINUTE: '10000',
      },
    });
    victim = await addPerson(server);
    belongings = await giveBelongings(server, victim);
    before = await belongings.snapshot();
  });
  afterAll(() => server.close());

  it('the owner reads everything that is to be protected', async () => {
    expect(belongings.ids.length).toBeGreaterThan(12);
    expect(before.split('\n').length).toBeGreaterThan(12);
    const own = await server.app.inject({ url: '/api/v1/my-data', headers: victim.bearer });
    expect(own.payload).toContain(belongings.mark);
    expect(triedRows.filter(([, row]) => namesSomething(row)).length).toBeGreaterThan(8);
  });

  it.each(of('without a session'))('%s refuses requests without a session', async (name, row) => {
    coverage.note('without a session', name);
    const ways = [
      {},
      { authorization: 'Bearer x' },
      { authorization: 'Basic YTpi' },
      { authorization: `Bearer ${victim.tokens.refreshToken}` },
      { cookie: 'leadloom_access=x' },
    ];
    for (const headers of someOf(ways, PART, turnOf(name))) {
      const answer = await call(row, headers);
      expect(refusals(row)).toContain(answer.statusCode);
      counts['refused as they should be'] += 1;
    }
  });

  it.each(of('with an unverified email'))('%s accepts an unverified email only where its access says so', async (name, row) => {
    coverage.note('with an unverified email', name);
    const mustBeRefused = row.access === 'verified' || row.access === 'subscribed';
    const person = await (mustBeRefused ? refused.unverified() : addPerson(server, { isVerified: false }));
    // Of a workspace that is not theirs, they would learn nothing else.
    const answer = await call(row, person.bearer, row.path.includes('{workspace_id}') ? String(person.id) : undefined);
    const isRefused = answer.statusCode === 403 && answer.json().code === 'AUTH.NOT_VERIFIED';
    expect(isRefused).toBe(mustBeRefused);
    if (row.access !== 'operator') expect(answer.statusCode).not.toBe(401);
    if (isRefused) counts['refused as they should be'] += 1;
  });

  it.each(of('without a plan'))('%s needs a plan only where its access says so', async (name, row) => {
    coverage.note('without a plan', name);
    const { person, keys } = await (row.access === 'subscribed' || isReading(row) ? refused.withoutPlan() : addKeysWithoutPlan());
    const planNeeded = { status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' };
    const inSession = await codeOf(row, person.bearer);
    if (row.access === 'subscribed') expect(inSession).toEqual(planNeeded);
    else expect(inSession.code).not.toBe(planNeeded.code);
    if (row.apiKey === undefined) return;
    const withKey = await codeOf(row, { authorization: `Bearer ${keys[0]}` });
    if (!needsPlan(row)) return expect(withKey.code).not.toBe(planNeeded.code);
    expect(withKey).toEqual(planNeeded);
    expect(row.errors, name).toContain(planNeeded.code);
  });

  it.each(of('with a key that is accepted'))(
    '%s accepts a key of either kind, and no session token as a key',
    async (name, row) => {
      coverage.note('with a key that is accepted', name);
      const { person, keys } = await addKeys();
      const asKeys = keys.flatMap((key) => [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]);
      for (const headers of someOf(asKeys, PART, turnOf(name))) {
        const { status, code } = await codeOf(row, headers);
        expect(status, String(code)).not.toBe(401);
        expect(code ?? '').not.toMatch(/^AUTH\./);
      }
      const misplaced = keys.flatMap((key) => [{ authorization: key }, { cookie: `leadloom_access=${key}` }]);
      for (const headers of someOf(misplaced, PART, turnOf(name))) expect((await codeOf(row, headers)).status).toBe(401);
      const { accessToken, refreshToken } = person.tokens;
      for (const token of someOf([accessToken, refreshToken], PART, turnOf(name)))
        expect(await codeOf(row, { 'x-api-key': token })).toEqual({ status: 401, code: 'AUTH.KEY_INVALID' });
    },
  );

  it.each(of('with a key that only reads'))('%s refuses a key that only reads', async (name, row) => {
    coverage.note('with a key that only reads', name);
    const { keys } = await refused.reader();
    for (const key of keys) {
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }])
        expect(await codeOf(row, headers)).toEqual({ status: 403, code: 'KEY.RIGHT_MISSING' });
    }
  });

  it.each(of('with a key that is refused'))('%s accepts no key as a session', async (name, row) => {
    coverage.note('with a key that is refused', name);
    const { keys } = await refused.holder();
    const code = row.access === 'operator' ? NO_OPERATOR_TOKEN : 'AUTH.KEY_NOT_ACCEPTED';
    const refusal = row.access === 'console' ? NOT_THERE : { status: 403, code };
    for (const key of someOf(keys, PART, turnOf(name))) {
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }])
        expect(await codeOf(row, headers)).toEqual(refusal);
      for (const headers of [{ authorization: key }, { cookie: `leadloom_access=${key}` }]) {
        const answer = await codeOf(row, headers);
        expect(refusals(row)).toContain(answer.status);
        if (row.access === 'operator') expect(answer.code).toBe(NO_OPERATOR_TOKEN);
        else if (row.access !== 'console') expect(answer.code).toMatch(/^AUTH\.SESSION_/);
      }
    }
  });

  it.each(of('as another account'))(
    '%s shows a stranger nothing of another account, not even that it exists',
    async (name, row) => {
      coverage.note('as another account', name);
      const isShared = isReading(row);
      const stranger = await (isShared ? reading.stranger() : addPerson(server));
      const other = await (isShared ? reading.other() : addPerson(server));
      const unknownAnswers = new Map<string | undefined, Promise<number>>();
      const statusOf = async (person: Person, id: string | undefined) => (await call(row, person.bearer, id)).statusCode;
      const compare = async (named: string | undefined) => {
        const unknownId = named === undefined ? undefined : unknownLike(named, belongings.mark);
        const unknown = unknownAnswers.get(unknownId) ?? statusOf(other, unknownId);
        // Reading the same again gives the same answer.
        if (isShared) unknownAnswers.set(unknownId, unknown);
        const [status, unknownStatus] = await Promise.all([statusOf(stranger, named), unknown]);
        expect(status, `with ${named} of another account, and with an unknown one`).toBe(unknownStatus);
        expect(status).toBeLessThan(500);
        // Where few may be read at once, the refusal would tell nothing.
        if (isShared) expect(status).not.toBe(429);
      };
      const ids = namesSomething(row) ? distinctNames(row, belongings.ids) : [undefined];
      if (isShared) await Promise.all(ids.map(compare));
      else for (const id of ids) await compare(id);
    },
  );

  it.each(of('as no operator'))('%s answers 404 to anyone who is not an operator', async (name, row) => {
    coverage.note('as no operator', name);
    const person = await refused.noOperator();
    const { payload, statusCode } = await server.app.inject({ url: '/api/v1/no-such-thing', headers: person.bearer });
    const notThere = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    const ways = [{}, person.bearer, person.cookies, { authorization: 'Bearer x' }];
    for (const headers of someOf(ways, PART, turnOf(name))) {
      const answer = await call(row, headers);
      expect([answer.statusCode, notThere(answer.payload)]).toEqual([statusCode, notThere(payload)]);
      counts['refused as they should be'] += 1;
    }
  });

  it.each(of('as anybody'))('%s reveals and changes nothing', async (name, row) => {
    coverage.note('as anybody', name);
    for (const id of namesSomething(row) ? distinctNames(row, belongings.ids) : [undefined]) {
      const { statusCode, payload } = await call(row, {}, id);
      // Refreshing takes the session's other token, whatever its access.
      if (statusCode === 401 && row !== endpoints.refresh) expect(JSON.parse(payload).code).not.toBe('AUTH.SESSION_REQUIRED');
      // An endpoint that reports the server's state may say that a part of a busy machine does not answer in time.
      if (!(statusCode === 503 && row.errors.includes('SERVER.UNAVAILABLE'))) expect(statusCode).toBeLessThan(500);
    }
  });

  it('every row of the other account is unchanged', async () => {
    const after = await belongings.snapshot();
    counts['foreign writes'] = after === before ? 0 : 1;
    tell('access (S01)', { endpoints: triedRows.length, ids: belongings.ids.length, ...counts });
    expect(counts['foreign reads']).toBe(0);
    expect(after).toBe(before);
  });

  it('every endpoint of the contract was called in each of its cases', () => {
    expect(coverage.missing(triedRows)).toEqual([]);
  });
});
