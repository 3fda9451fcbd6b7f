import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { createKeyHolder, type KeyHolder } from '@leadloom/server/testing/key-holder';
import { personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tell } from './testing/security.fixture.ts';

const ENTRIES = 60_000;
const ATTACK_MILLISECONDS = 10_000;
const QUIET_MILLISECONDS = 3_000;
/** The pause between two requests of somebody else. */
const LOOK_MILLISECONDS = 20;
/** For one request in a hundred, on an idle machine. */
const MAX_LOOK_MILLISECONDS = 250;
const tokenSchema = z.object({ access_token: z.string() });

interface Attack {
  /** Calls at once. */
  readonly parallel: number;
  readonly send: () => Promise<Response>;
}

describe('one account that asks for what is large, beside another', { timeout: 600_000 }, () => {
  let dataDir: string;
  let made: TestServer;
  let server: ServerProcess;
  let holder: KeyHolder;
  /** Whose limits no other attack has used up. */
  let second: KeyHolder;
  let busy: Readonly<Record<string, string>>;
  let other: Readonly<Record<string, string>>;
  const told: Record<string, number> = {};

  beforeAll(async () => {
    made = await startTestServer();
    [holder, second] = [await createKeyHolder(made), await createKeyHolder(made)];
    const quiet = await createVerifiedAccount(made);
    await made.database.$client.query(
      `insert into collector_rows (account_id, id, url, profile_key, listed_name)
      select $1, gen_random_uuid(), 'https://www.linkedin.com/in/p' || i, 'p' || i, 'Person ' || i
      from generate_series(1, $2::int) i`,
      [holder.accountId, ENTRIES],
    );
    dataDir = await makeTemporaryDirectory('busy-account');
    server = startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: made.databaseUrl,
      PORT: String(await findFreePort()),
      REQUESTS_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
    });
    await server.ready();
    [busy, other] = [await signIn(holder.account), await signIn(quiet)];
  });
  afterAll(async () => {
    tell('one busy account (S22)', told);
    await server.end('SIGTERM');
    await removeDirectory(dataDir);
    await made.close();
  });

  async function signIn({ email, password }: TestAccount): Promise<Readonly<Record<string, string>>> {
    const response = await fetch(`${server.url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return { authorization: `Bearer ${tokenSchema.parse(await response.json()).access_token}` };
  }
  const get = (path: string) => fetch(`${server.url}/api/v1${path}`, { headers: busy });
  const post = (path: string, body: string, headers = busy) =>
    fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const ask = (method: string, { headers } = holder) =>
    post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }), {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    });
  const largeProfile = (() => {
    const answer = JSON.stringify(
      personAnswer({ memberId: 'ACoAAMaren01', slug: 'maren-holt', firstName: 'Maren', lastName: 'Holt' }),
    );
    const filler = Array.from({ length: 30_000 }, (_, index) =>
      JSON.stringify({ $type: 'com.linkedin.made.Up', entityUrn: `urn:li:made:${index}`, text: 'x'.repeat(150) }),
    ).join();
    const p1 = answer.replace('"included":[', `"included":[${filler},`);
    return `{"content":{"url":"https://www.linkedin.com/in/maren-holt","p1":${p1}}}`;
  })();

  const attacks: readonly (readonly [string, Attack])[] = [
    ['the list of entries', { parallel: 8, send: () => get('/linkedin/jobs') }],
    ['a profile of 7 MB', { parallel: 8, send: () => post('/api/v1/parse/profile', largeProfile) }],
    ['its own data', { parallel: 30, send: () => get('/my-data') }],
    ['the tools for agents', { parallel: 8, send: () => ask('tools/list') }],
    ['the resources for agents', { parallel: 8, send: () => ask('resources/list', second) }],
    ['the OpenAPI document', { parallel: 8, send: () => get('/openapi.json') }],
  ];

  /** How long somebody else waits. @returns the slowest of a hundred, in milliseconds */
  async function lookUntil(isEnough: () => boolean): Promise<number> {
    const times: number[] = [];
    while (!isEnough()) {
      const startedAt = performance.now();
      const response = await fetch(`${server.url}/api/v1/me`, { headers: other });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      times.push(performance.now() - startedAt);
      await sleep(LOOK_MILLISECONDS);
    }
    return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN);
  }

  it.each(attacks)('%s delays nobody else', async (name, { parallel, send }) => {
    const isIdle = (loadavg()[0] ?? 0) < availableParallelism() / 2;
    const quietEnd = performance.now() + QUIET_MILLISECONDS;
    told[`${name}: ms p99 before`] = await lookUntil(() => performance.now() > quietEnd);
    const statuses = new Map<number, number>();
    // The client is this process: a busy one would measure itself.
    const own = monitorEventLoopDelay({ resolution: 5 });
    own.enable();
    let isOver = false;
    const loops = Array.from({ length: parallel }, async () => {
      while (!isOver) {
        const response = await send();
        await response.body?.pipeTo(new WritableStream());
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 429) await sleep(LOOK_MILLISECONDS);
      }
    });
    const end = performance.now() + ATTACK_MILLISECONDS;
    const p99 = await lookUntil(() => performance.now() > end);
    isOver = true;
    await Promise.all(loops);
    own.disable();
    told[`${name}: ms p99`] = p99;
    for (const [status, count] of statuses) told[`${name}: ${status}`] = count;
    told[`${name}: ms p99 of the test itself`] = Math.round(own.percentile(99) / 1e6);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
    if (isIdle) expect(p99).toBeLessThan(MAX_LOOK_MILLISECONDS);
  });
});
