/** Whatever one account sends at once, others read and sign in, and its calls wait without connections to the database. */
import { turnOf } from '@leadloom/server/plugins/turns';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { isThorough, thoroughOr } from '@leadloom/server/testing/thorough';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import {
  addPerson,
  addPersonFor,
  bearerFor,
  nextAddress,
  OPERATOR_TOKEN,
  OPERATORS,
  PASSWORD,
  type Person,
  rows,
  tell,
} from './testing/security.fixture.ts';

/** More than an account may have waiting. */
const CROWD = thoroughOr(60, 30);
/** Of each endpoint: more than there are connections. */
const CALLS = thoroughOr(60, 16);
/** As many as a server has by default for requests. */
const CONNECTIONS = 12;
/** Connections of one account at once, by the turn of its calls: most reads ask for several things at once. */
const MOST_CONNECTIONS = { change: 1, own: 6, read: 9, none: 9 };
/** The tables have the same endpoints. */
const tried = rows.filter(([name]) => isThorough() || name.startsWith('companies.') || name in endpoints);
/** Operators load data with them, and share nothing of an account. */
const isForLoading = ({ access, streamBody }: EndpointDefinition) =>
  access === 'operator' || (access === 'console' && streamBody === true);

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

const isRefusal = ({ statusCode }: Answer) => statusCode === 429;
const saysWhen = ({ headers }: Answer) => /^[1-9]\d*$/.test(String(headers['retry-after']));

/** @returns how many connections of the pool were in use at once since the last time */
function watchConnections({ $client: pool }: TestServer['database']): () => number {
  let used = 0;
  let most = 0;
  pool.on('acquire', () => {
    used += 1;
    most = Math.max(most, used);
  });
  pool.on('release', () => {
    used -= 1;
  });
  return () => {
    const found = most;
    most = used;
    return found;
  };
}

describe('a crowd of calls of one account', () => {
  let server: TestServer;
  let other: Person;
  let usedForRequests: () => number;
  let usedForAccounts: () => number;
  const counts = { endpoints: 0, calls: 0, refused: 0, 'calls of others': 0 };

  const signIn = () => ({
    method: 'POST' as const,
    url: '/api/v1/login',
    payload: { email: other.email, password: PASSWORD },
    remoteAddress: nextAddress(),
  });
  const callsOfOther = () => [
    server.app.inject({ url: '/api/v1/me', headers: other.bearer }),
    server.app.inject({ url: '/api/v1/table/companies', headers: other.bearer }),
    server.app.inject(signIn()),
  ];

  beforeAll(async () => {
    server = await startTestServer({
      doesJobs: false,
      sizes: { database: CONNECTIONS, accounts: 4 },
      environment: { OPERATORS, OPERATOR_TOKEN },
    });
    // Operators' calls name the first account.
    await addPerson(server);
    other = await addPerson(server);
    usedForRequests = watchConnections(server.platform.database);
    usedForAccounts = watchConnections(server.platform.accounts);
  });
  afterAll(async () => {
    tell('crowds of one account', counts);
    await server.close();
  });

  it.each(tried)('%s: others are served, and few connections are used', async (_, row) => {
    const person = await addPersonFor(row, server);
    const call = { ...sampleRequest(row), headers: bearerFor(row, person), remoteAddress: nextAddress() };
    usedForRequests();
    usedForAccounts();
    const crowd = Array.from({ length: CALLS }, () => server.app.inject(call));
    const others = await Promise.all(callsOfOther());
    const answers = await Promise.all(crowd);
    counts.endpoints += 1;
    counts.calls += CALLS;
    counts.refused += answers.filter(isRefusal).length;
    counts['calls of others'] += others.length;

    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(answers.filter((answer) => isRefusal(answer) && !saysWhen(answer))).toEqual([]);
    if (isForLoading(row)) return;
    const most = MOST_CONNECTIONS[row.access === 'public' ? 'read' : turnOf(row)];
    expect(usedForRequests()).toBeLessThanOrEqual(most);
    // One more for who signs in.
    if (turnOf(row) !== 'none') expect(usedForAccounts()).toBeLessThanOrEqual(Math.min(4, most + 1));
  });
});

describe('calls that wait for a lock of their account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
  });
  afterAll(() => server.close());

  const advisory = (name: string) => (id: number) => `select pg_advisory_xact_lock(hashtextextended('${name}:${id}', 0))`;
  const users = [{ id: 'a2d7e6f0-6f0e-4b7c-9a55-0f6f4f1f8f11', url: 'https://www.linkedin.com/in/nobody-of-that-name' }];
  const bareView = { filters: {}, columns: [], sort: null, order: null, per_page: null };
  const sample = (row: EndpointDefinition) => sampleRequest(row).payload ?? {};
  it.each<[name: string, lock: (id: number) => string, row: EndpointDefinition, body: object]>([
    ['entries of the collector', advisory('collector-rows'), endpoints.saveUserJobs, { users }],
    ['people to collect again', advisory('recollections'), endpoints.proposeRecollections, { max: 10 }],
    ['lists of rows', advisory('row-lists'), endpoints.createRowList, sample(endpoints.createRowList)],
    [
      'views',
      advisory('table-views'),
      endpoints.createTableView,
      { ...sample(endpoints.createTableView), state: bareView, chart: null },
    ],
    ['API keys', advisory('api-keys'), endpoints.postApiKey, {}],
    ['webhooks', advisory('webhooks'), endpoints.createWebhook, sample(endpoints.createWebhook)],
    ['analyses', advisory('trends'), endpoints.analyzeTrends, {}],
    [
      'the account itself',
      (id) => `select from accounts where id = ${id} for update`,
      endpoints.updateProfile,
      sample(endpoints.updateProfile),
    ],
  ])('%s: one connection waits, a few calls wait for it, and all others are refused', async (_, lock, row, payload) => {
    const [person, other] = [await addPerson(server), await addPerson(server)];
    const holder = await server.platform.lists.$client.connect();
    await holder.query('begin');
    await holder.query(lock(person.id));
    const answers: Answer[] = [];
    const call = { method: row.method as 'POST', url: `/api/v1${row.path}`, headers: person.bearer, payload };
    const crowd = Array.from({ length: CROWD }, () => server.app.inject(call).then((answer) => answers.push(answer)));
    try {
      await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(CROWD - 20);
      expect(answers.every((answer) => isRefusal(answer) && saysWhen(answer))).toBe(true);
      const count = 'select count(*)::int as count from pg_locks where not granted';
      const waiting = async () => (await holder.query<{ count: number }>(count)).rows[0]?.count;
      await expect.poll(waiting).toBe(1);
      const others = await Promise.all([
        server.app.inject({ url: '/api/v1/linkedin/jobs', headers: other.bearer }),
        server.app.inject({ ...call, headers: other.bearer }),
        server.app.inject({ method: 'POST', url: '/api/v1/login', payload: { email: other.email, password: PASSWORD } }),
      ]);
      expect(others.map(({ statusCode }) => Math.floor(statusCode / 100))).toEqual([2, 2, 2]);
      expect(await waiting()).toBe(1);
    } finally {
      await holder.query('rollback');
      holder.release();
      await Promise.all(crowd);
    }
    const served = answers.slice(CROWD - 20);
    expect(served.filter((answer) => isRefusal(answer) || answer.statusCode >= 500)).toEqual([]);
  });

  it('people sign in, register, refresh and reset while all connections for requests are in use', async () => {
    const { platform, app } = server;
    const person = await addPerson(server);
    const held = await Promise.all(Array.from({ length: 4 }, () => platform.database.$client.connect()));
    const post = (path: string, payload: object, headers = {}) =>
      app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers, remoteAddress: nextAddress() });
    const { email } = person;
    const newcomer = `new-${email}`;
    try {
      const refreshing = {
        authorization: `Bearer ${person.tokens.refreshToken}`,
        cookie: `leadloom_session=${person.tokens.binding}`,
      };
      const answers = [
        await post('/login', { email, password: PASSWORD }),
        await post('/refresh', {}, refreshing),
        await post('/register', { email: newcomer, password: PASSWORD }),
        await post('/reset-password', { email }),
        await post('/prove', { password: PASSWORD }, person.bearer),
        await app.inject({ url: '/api/v1/me', headers: person.bearer }),
        await app.inject({ url: '/api/v1/table/companies', headers: person.bearer }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 204, 200, 200]);
    } finally {
      for (const connection of held) connection.release();
    }
    const { rows: stored } = await platform.database.$client.query('select from accounts where email = $1', [newcomer]);
    expect(stored).toHaveLength(1);
  });
});
