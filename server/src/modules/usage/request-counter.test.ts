import { endpoint } from '@leadloom/shared/contract/endpoint';
import { problemSchema } from '@leadloom/shared/contract/errors';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { serveEndpoint } from '../../http/route.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { waitForMail } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { endOfMonth } from '../../time/calendar-month.ts';
import { readUsage, takeRequests } from './usage.service.ts';

const LIMIT = 100;

/** All a row says to be open to keys and counted is its `apiKey`. */
const list = endpoint({
  method: 'GET',
  path: '/counted',
  access: 'subscribed',
  apiKey: 'counted',
  summary: 'A list',
  query: z.strictObject({ answer: z.enum(['rows', 'missing', 'broken', 'misshapen', 'disaster']).default('rows') }),
  success: { kind: 'json', status: 200, body: z.object({ total: z.int() }) },
  errors: ['KEYS.NOT_FOUND'],
});

describe('a counted call', () => {
  let server: TestServer;
  let served = 0;
  const call = (headers: Record<string, string>, query = '', method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url: `/counted${query}`, headers });
  const countOf = async (workspaceId: WorkspaceId) =>
    (await readUsage(server.platform, workspaceId, server.clock.now())).requestCount;
  const useUp = (workspaceId: WorkspaceId, amount: number) => takeRequests(server.platform, workspaceId, null, amount);

  beforeAll(async () => {
    server = await startTestServer({
      environment: { TRIAL_REQUEST_LIMIT: String(LIMIT), KEY_REQUESTS_PER_SECOND: '1000' },
      extend: (app) => {
        app.addHook('onSend', async (request, reply) => {
          if (request.headers['if-none-match'] !== undefined) reply.code(304);
        });
        serveEndpoint(app, list, async ({ query: { answer } }) => {
          served += 1;
          if (answer === 'missing') throw new AppError('KEYS.NOT_FOUND');
          if (answer === 'disaster') await server.database.execute(sql`alter table usage_months rename to usage_months_away`);
          if (answer === 'broken' || answer === 'disaster') throw new Error('broken');
          return { total: answer === 'misshapen' ? 0.5 : 7 };
        });
      },
    });
  });
  afterAll(() => server.close());

  it('a call with a key counts one request of the month, and the response shows how many are left', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    for (const used of ['1', '2']) {
      const answer = await call(headers);
      expect(answer.json()).toEqual({ total: 7 });
      expect(answer.headers).toMatchObject({ 'x-usage-request-count': used, 'x-usage-request-limit': '100' });
      expect(answer.headers.ratelimit).toContain(`"month";r=${LIMIT - Number(used)};t=`);
    }
    expect(await countOf(workspaceId)).toBe(2);
  });

  it('a call in a session is free', async () => {
    const { account, workspaceId } = await createKeyHolder(server);
    const answer = await call(account.headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-usage-request-count']).toBeUndefined();
    expect(await countOf(workspaceId)).toBe(0);
  });

  it.each([
    ['?answer=nonsense', 400],
    ['?answer=missing', 404],
    ['?answer=broken', 500],
    ['?answer=misshapen', 500],
  ])('a call that fails (%s) is not counted', async (query, status) => {
    const { headers, workspaceId } = await createKeyHolder(server);
    await useUp(workspaceId, 5);
    const answer = await call(headers, query);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({ 'x-usage-request-count': '5', 'x-usage-request-limit': '100' });
    expect(await countOf(workspaceId)).toBe(5);
  });

  it('a call answered with 304 is not counted', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    const answer = await call({ ...headers, 'if-none-match': '"1"' });
    expect(answer.statusCode).toBe(304);
    expect(answer.headers['x-usage-request-count']).toBe('0');
    expect(await countOf(workspaceId)).toBe(0);
  });

  it('of two calls at the last request one succeeds, and the other gets the numbers', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    await useUp(workspaceId, LIMIT - 1);
    const before = served;
    const answers = await Promise.all([call(headers), call(headers)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
    expect(served).toBe(before + 1);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    const end = endOfMonth(server.clock.now());
    const reset = end.toISOString().replace('.000Z', 'Z');
    expect(refused?.headers['content-type']).toContain('application/problem+json');
    expect(problemSchema.parse(refused?.json())).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Monthly request limit reached',
      code: 'QUOTA.REQUESTS_EXHAUSTED',
      'violated-policies': ['month'],
      msg: 'Monthly request limit reached',
      message: 'Monthly request limit reached',
      detail: `100 of 100 requests used. Resets ${reset}.`,
    });
    const seconds = Math.ceil((end.getTime() - server.clock.now().getTime()) / 1000);
    expect(refused?.headers).toMatchObject({
      'retry-after': String(seconds),
      'x-usage-request-count': '100',
      'x-usage-reset': reset,
    });
    expect(refused?.headers.ratelimit).toContain(`"month";r=0;t=${seconds}`);
    expect(await countOf(workspaceId)).toBe(LIMIT);
  });

  it('parallel calls never exceed the limit', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    await useUp(workspaceId, LIMIT - 7);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => call(headers, index % 4 === 0 ? '?answer=broken' : '')),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.every((status) => [200, 429, 500].includes(status))).toBe(true);
    // What failed was given back, so that exactly seven succeed in the end.
    while ((await call(headers)).statusCode === 200) statuses.push(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(await countOf(workspaceId)).toBe(LIMIT);
  });

  it('a failed call keeps its response when its request cannot be given back', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    const answer = await call(headers, '?answer=disaster');
    await server.database.execute(sql`alter table usage_months_away rename to usage_months`);
    expect(answer.json()).toMatchObject({ status: 500, code: 'SERVER.INTERNAL' });
    expect(answer.headers['x-usage-request-count']).toBe('1');
    expect(await countOf(workspaceId)).toBe(1);
  });

  it('a HEAD request counts like GET', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    const answer = await call(headers, '', 'HEAD');
    expect(answer).toMatchObject({ statusCode: 200, payload: '' });
    expect(answer.headers['x-usage-request-count']).toBe('1');
    expect(await countOf(workspaceId)).toBe(1);
  });

  it('the owner is notified at 80 % and at 100 %, once each, and not for requests given back', async () => {
    const { headers, workspaceId, account } = await createKeyHolder(server);
    const notices = () => server.mails.filter(({ to, subject }) => to === account.email && /used/.test(subject)).length;
    await useUp(workspaceId, 79);
    await call(headers, '?answer=broken');
    await call(headers);
    await waitForMail(server, account.email, /used 80 % of your API requests/);
    await call(headers);
    await useUp(workspaceId, 18);
    await call(headers);
    await waitForMail(server, account.email, /used all your API requests this month/);
    expect((await call(headers)).statusCode).toBe(429);
    expect(notices()).toBe(2);
  });

  it('there is no limit where nothing is sold', async () => {
    const open = await startTestServer({
      environment: { BILLING: 'off' },
      extend: (app) => serveEndpoint(app, list, async () => ({ total: 7 })),
    });
    const { headers } = await createKeyHolder(open);
    const answer = await open.app.inject({ url: '/counted', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-usage-request-count']).toBe('1');
    expect(answer.headers['x-usage-request-limit']).toBeUndefined();
    expect(answer.headers['ratelimit-policy']).not.toContain('month');
    await open.close();
  });
});
