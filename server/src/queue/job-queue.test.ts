import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listDeadLetters, retryDeadLetter } from './dead-letters.ts';
import { defineJob, type JobContext, type JobWork, workOn } from './define-job.ts';
import { createJobQueue } from './job-queue.ts';
import { type RunningJobs, runJobs } from './run-jobs.ts';

const METRICS_TOKEN = 'a-token-of-metrics';
const shared = { atOnce: 2, limitSeconds: 30, retries: { limit: 1, firstSeconds: 60, longestSeconds: 600 } };
const greeting = defineJob({ name: 'greeting', payload: z.object({ id: z.int() }), ...shared });
const keyed = defineJob({ name: 'keyed', payload: z.object({ id: z.int() }), keyOf: ({ id }) => String(id), ...shared });

describe('the queue', () => {
  let server: TestServer;
  let lines: object[] = [];
  const running: RunningJobs[] = [];
  const log = { warn: (fields: object) => void lines.push(fields), error: (fields: object) => void lines.push(fields) };
  const run = async (...works: JobWork[]) => {
    const { database, queue } = server.platform;
    running.push(await runJobs(works, { database, queue, log, isAlone: false }));
  };
  const count = async () => {
    const { rows } = await server.database.$client.query(
      "select count(*)::int as jobs from pgboss.job where state < 'completed'",
    );
    return rows[0]?.jobs;
  };
  const makeDue = async (job: { readonly name: string }) => {
    await server.database.$client.query("update pgboss.job set start_after = now() where state = 'retry'");
    server.platform.queue.kick(job);
  };

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { METRICS_TOKEN } });
    await server.platform.queue.prepare([greeting, keyed]);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    lines = [];
    await server.database.$client.query('delete from pgboss.job');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  });

  it('runs a job once that a transaction added, after its commit, on one of two servers', async () => {
    const seen: number[] = [];
    const work = workOn(greeting, async ({ id }) => void seen.push(id));
    await run(work);
    await run(work);
    await server.database.transaction(async (transaction) => {
      for (let id = 0; id < 30; id += 1) await server.platform.queue.add(transaction, greeting, { id });
      server.platform.queue.kick(greeting);
    });
    server.platform.queue.kick(greeting);
    await expect.poll(() => seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, id) => id));
    await expect.poll(count).toBe(0);
    expect(seen).toHaveLength(30);
  });

  it('a rolled-back transaction adds no job', async () => {
    await expect(
      server.database.transaction(async (transaction) => {
        await server.platform.queue.add(transaction, greeting, { id: 1 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await count()).toBe(0);
  });

  it('there is one job for each key', async () => {
    for (const id of [1, 1, 2]) await server.platform.queue.add(server.database, keyed, { id });
    expect(await count()).toBe(2);
  });

  it('a delayed job waits until it may start', async () => {
    const startAfter = new Date(Date.now() + 60_000);
    await server.platform.queue.add(server.database, greeting, { id: 1 }, { startAfter });
    const { rows } = await server.database.$client.query('select start_after from pgboss.job');
    expect(rows).toEqual([{ start_after: startAfter }]);
  });

  it('a payload that does not match the definition is refused', async () => {
    const adding = server.platform.queue.add(server.database, greeting, { id: 1.5 });
    await expect(adding).rejects.toThrow(z.ZodError);
    expect(await count()).toBe(0);
  });

  it('a job whose tries have failed becomes a dead letter without quoted values, and can be run again', async () => {
    const attempts: number[] = [];
    let isMended = false;
    const quoting = Object.assign(new Error('mara@example.com: https://leads.example.com/app/verify/canary'), {
      canary: 'canary',
    });
    const handle = async (_: object, { attempt }: JobContext) => {
      attempts.push(attempt);
      if (!isMended) throw new Error('Failed query: values canary', { cause: quoting });
    };
    await run(workOn(greeting, handle));
    await server.platform.queue.add(server.database, greeting, { id: 7 });
    server.platform.queue.kick(greeting);
    await expect.poll(() => lines).toMatchObject([{ job: 'greeting', tries: 1 }]);
    await expect
      .poll(async () => {
        await makeDue(greeting);
        return listDeadLetters(server.database, 10);
      })
      .toMatchObject([{ job: 'greeting', payload: { id: 7 }, tries: 2, reason: '[address] [link]' }]);
    const { rows } = await server.database.$client.query('select job::text as text from pgboss.job');
    expect(JSON.stringify(rows)).not.toMatch(/canary|mara/);
    await server.platform.queue.add(server.database, keyed, { id: 1 });
    const { payload } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(payload).toContain('jobs{job="greeting",state="failed"} 1');
    expect(payload).toContain('jobs{job="keyed",state="waiting"} 1');

    isMended = true;
    const [letter] = await listDeadLetters(server.database, 10);
    expect(await retryDeadLetter(server.database, letter?.id ?? '')).toBe('greeting');
    server.platform.queue.kick(greeting);
    await expect.poll(() => attempts).toEqual([1, 2, 1]);
    expect(await listDeadLetters(server.database, 10)).toEqual([]);
    for (const id of [letter?.id ?? '', 'nonsense']) expect(await retryDeadLetter(server.database, id)).toBeNull();
  });

  it('a start adds the jobs that the rows require and makes waiting ones due, and leaves the others unchanged', async () => {
    await server.platform.queue.add(server.database, keyed, { id: 1 }, { startAfter: new Date(Date.now() + 3_600_000) });
    const seen: number[] = [];
    const listWaiting = async () => [{ payload: { id: 1 } }, { payload: { id: 2 } }];
    await run(workOn(keyed, async ({ id }) => void seen.push(id), { listWaiting }));
    await expect.poll(() => seen.toSorted()).toEqual([1, 2]);
    await expect.poll(count).toBe(0);
  });

  it('a server that runs no jobs can add jobs', async () => {
    const queue = createJobQueue(server.database);
    await queue.add(server.database, greeting, { id: 1 });
    expect(await count()).toBe(1);
  });
});
