/** How long others wait while one account sends as much as it can, at each endpoint: against a separate server. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleRequest } from './sample-input.ts';
import type { Wave } from './testing/crowd-worker.ts';
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

const CROWD = 60;
const WAVES = 3;
/** The table endpoints are the same for each table. */
const tried = rows.filter(([name]) => name.startsWith('companies.') || name in endpoints);
const QUIET_MILLISECONDS = 5_000;
/** On an idle machine, none may take longer. */
const MAX_MILLISECONDS = 500;
/** Of a busy machine, times say nothing about the server. */
const isIdle = (loadavg()[0] ?? 0) < availableParallelism() / 2;
/** The largest body that an account may send. */
const THOUSAND = 1_000;

const statuses = z.array(z.int());

type Look = 'me' | 'list' | 'sign-in';

interface Attack {
  readonly name: string;
  readonly row: EndpointDefinition;
  readonly body?: () => object;
  readonly isVerified?: boolean;
}

const heavy: Attack = {
  name: 'saveUserJobs with 1,000 entries, unverified',
  row: endpoints.saveUserJobs,
  isVerified: false,
  body: () => ({
    users: Array.from({ length: THOUSAND }, () => {
      const id = randomUUID();
      return { id, url: `https://www.linkedin.com/in/nobody-${id}` };
    }),
  }),
};

describe('a crowd of calls of one account against a separate server', { timeout: 1_800_000 }, () => {
  let dataDir: string;
  let setUp: TestServer;
  let server: ServerProcess;
  let sender: Worker;
  let other: Person;
  const counts = { calls: 0, served: 0, refused: 0, 'answered 5xx': 0, 'looks of others': 0, 'of them not served': 0 };
  const all: Record<Look, number[]> = { me: [], list: [], 'sign-in': [] };
  /** The slowest look of each kind, by attack. */
  const slowest: { readonly name: string; readonly milliseconds: Readonly<Record<Look, number>> }[] = [];

  beforeAll(async () => {
    setUp = await startTestServer({ doesJobs: false, environment: { OPERATORS } });
    dataDir = await makeTemporaryDirectory('crowd');
    server = startServerProcess({
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      PUBLIC_URL: setUp.platform.config.publicUrl,
      DATABASE_URL: setUp.databaseUrl,
      SECRETS: setUp.platform.secrets.map((secret) => secret.toString('hex')).join(','),
      TRUST_PROXY: 'loopback',
      ALLOW_SANDBOX: 'on',
      REGISTRATION: 'open',
      REQUESTS_PER_MINUTE: '1000000',
      OPERATORS,
      OPERATOR_TOKEN,
    });
    await server.ready();
    sender = new Worker(new URL('./testing/crowd-worker.ts', import.meta.url));
    // Operators' calls name the first account.
    await addPerson(setUp);
    other = await addPerson(setUp);
  });
  afterAll(async () => {
    await sender.terminate();
    await server.end('SIGTERM');
    await setUp.close();
    await removeDirectory(dataDir);
  });

  /** As if through a proxy on this machine, so that each caller has an address. */
  async function send(path: string, init: RequestInit & { readonly address: string }): Promise<number> {
    const { address, headers, ...rest } = init;
    const answer = await fetch(`${server.url}${path}`, { ...rest, headers: { ...headers, 'x-forwarded-for': address } });
    await answer.arrayBuffer();
    return answer.status;
  }
  const json = { 'content-type': 'application/json' };
  const signingIn = () => ({ method: 'POST', headers: json, body: JSON.stringify({ email: other.email, password: PASSWORD }) });
  const looks: Record<Look, () => Promise<number>> = {
    me: () => send('/api/v1/me', { headers: other.bearer, address: nextAddress() }),
    list: () => send('/api/v1/table/companies', { headers: other.bearer, address: nextAddress() }),
    'sign-in': () => send('/api/v1/login', { ...signingIn(), address: nextAddress() }),
  };

  /** Looks again and again until the attack is over. @returns the longest wait */
  async function look(kind: Look, isOver: () => boolean): Promise<number> {
    let longest = 0;
    do {
      const startedAt = performance.now();
      const status = await looks[kind]();
      const took = performance.now() - startedAt;
      counts['looks of others'] += 1;
      if (status !== 200) counts['of them not served'] += 1;
      all[kind].push(took);
      longest = Math.max(longest, took);
    } while (!isOver());
    return Math.round(longest);
  }

  async function prepare({ row, body, isVerified }: Attack): Promise<readonly Wave[]> {
    const person = isVerified === false ? await addPerson(setUp, { isVerified }) : await addPersonFor(row, setUp);
    const { method, url, payload } = sampleRequest(row);
    return Array.from({ length: WAVES }, () => ({
      url: `${server.url}${url}`,
      method,
      headers: {
        ...bearerFor(row, person),
        ...(payload === undefined ? {} : json),
        'x-forwarded-for': nextAddress(),
      },
      bodies: Array.from({ length: CROWD }, () => {
        const sent = body?.() ?? payload;
        return sent === undefined ? null : JSON.stringify(sent);
      }),
    }));
  }

  async function attack(waves: readonly Wave[]): Promise<void> {
    for (const wave of waves) {
      sender.postMessage(wave);
      const [answers]: unknown[] = await once(sender, 'message');
      for (const status of statuses.parse(answers)) {
        counts.calls += 1;
        if (status === 429) counts.refused += 1;
        else if (status >= 500) counts['answered 5xx'] += 1;
        else counts.served += 1;
      }
    }
  }

  const p99 = (times: readonly number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);

  it('others wait for less than half a second, whatever the crowd asks for', async () => {
    const quietEnd = performance.now() + QUIET_MILLISECONDS;
    const isQuietOver = () => performance.now() > quietEnd;
    await Promise.all([look('me', isQuietOver), look('list', isQuietOver), look('sign-in', isQuietOver)]);
    tell('before the crowds (ms p99)', { me: p99(all.me), list: p99(all.list), 'sign-in': p99(all['sign-in']) });
    for (const times of Object.values(all)) times.length = 0;

    for (const each of [heavy, ...tried.map(([name, row]): Attack => ({ name, row }))]) {
      let isOver = false;
      const attacking = attack(await prepare(each)).finally(() => {
        isOver = true;
      });
      const [me, list, signIn] = await Promise.all([
        look('me', () => isOver),
        look('list', () => isOver),
        look('sign-in', () => isOver),
        attacking,
      ]);
      slowest.push({ name: each.name, milliseconds: { me, list, 'sign-in': signIn } });
    }
    tell('crowds of one account, long', {
      ...counts,
      'ms p99 of /me': p99(all.me),
      'ms p99 of a list': p99(all.list),
      'ms p99 of a sign-in': p99(all['sign-in']),
    });
    const longest = ({ milliseconds }: (typeof slowest)[number]) => Math.max(...Object.values(milliseconds));
    for (const each of slowest.toSorted((one, next) => longest(next) - longest(one)).slice(0, 12))
      tell(`slowest beside ${each.name} (ms)`, each.milliseconds);
    tell('slowest beside 1,000 entries (ms)', slowest[0]?.milliseconds ?? {});

    expect(counts).toMatchObject({ 'answered 5xx': 0, 'of them not served': 0 });
    expect(counts.refused).toBeGreaterThan(0);
    if (!isIdle) return;
    for (const each of slowest) expect(longest(each), each.name).toBeLessThan(MAX_MILLISECONDS);
  });
});
