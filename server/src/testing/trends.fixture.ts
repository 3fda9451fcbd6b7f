/** An account that tracks four users, whose videos form two trends, and calls that start analyses and wait for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnalysisTask, analysisTaskSchema, type Trend, trendSchema } from '@leadloom/shared/contract/trends';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { WorkspaceId } from '../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from './accounts.ts';
import type { TestServer } from './test-server.ts';
import { addVideos, seriesOfVideos, type TestVideo, trackUsersOf } from './trend-videos.ts';

const DAY = 86_400_000;
const WAIT_MILLISECONDS = 30_000;

export const TRACKED = ['alba.north', 'brook_y', 'cleo.k', 'dune77'];

export interface TrendAccount {
  readonly account: TestAccount;
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
  send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<LightMyRequestResponse>;
  /** Starts an analysis. @returns its id */
  start(parameters?: object): Promise<string>;
  read(taskId: string): Promise<AnalysisTask>;
  /** Waits for its end. */
  outcome(taskId: string): Promise<AnalysisTask>;
  /** Starts one and waits for its end. */
  analyze(parameters?: object): Promise<AnalysisTask>;
  trends(query?: string): Promise<readonly Trend[]>;
}

/** Two trends: seven videos by four authors about a lantern walk, five about a sound; and three videos alone. */
export function fixtureVideos(now: Date): TestVideo[] {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const walk = { hashtags: ['LanternWalk', 'oldtown', 'fyp'], summary: 'Lanterns again' };
  const sound = { soundId: '7001', soundTitle: 'Harbour Song' };
  return [
    ...seriesOfVideos({
      from: 7_600_000_000_000_000_100n,
      videos: 7,
      authors: TRACKED,
      startsAt: before(6),
      every: 12,
      about: walk,
    }),
    ...seriesOfVideos({
      from: 7_600_000_000_000_000_200n,
      videos: 5,
      authors: TRACKED,
      startsAt: before(9),
      every: 20,
      about: sound,
    }),
    ...['pottery', 'kayak', 'beekeeping'].map((tag, index) => ({
      number: String(7_600_000_000_000_000_300n + BigInt(index)),
      author: TRACKED[index] ?? '',
      postedAt: before(4 + index),
      hashtags: [tag],
    })),
  ];
}

/** @param videos to add; at most once per server, because ids are unique */
export async function openTrendAccount(server: TestServer, videos?: readonly TestVideo[]): Promise<TrendAccount> {
  const account = await createVerifiedAccount(server);
  const accountId = await accountIdOf(server, account.email);
  await trackUsersOf(server.database, accountId, TRACKED);
  if (videos !== undefined) await addVideos(server.database, videos);

  const send: TrendAccount['send'] = async (method, path, body) => {
    const options: InjectOptions = { method, url: `/api/v1/tiktok/trends${path}`, headers: account.headers };
    return server.app.inject(body === undefined ? options : { ...options, payload: body });
  };
  const start: TrendAccount['start'] = async (parameters = {}) => {
    const answer = await send('POST', '/analyze', parameters);
    if (answer.statusCode !== 202) throw new Error(`an analysis answered ${answer.statusCode}: ${answer.body}`);
    return z.object({ task_id: z.string() }).parse(answer.json()).task_id;
  };
  const read: TrendAccount['read'] = async (taskId) =>
    analysisTaskSchema.parse((await send('GET', `/analyze/status/${taskId}`)).json());
  const outcome: TrendAccount['outcome'] = async (taskId) => {
    const deadline = performance.now() + WAIT_MILLISECONDS;
    for (;;) {
      const task = await read(taskId);
      if (task.status === 'SUCCESS' || task.status === 'FAILURE') return task;
      if (performance.now() > deadline) throw new Error(`the analysis does not end: ${JSON.stringify(task)}`);
      await sleep(20);
    }
  };
  return {
    account,
    accountId,
    workspaceId: accountId,
    send,
    start,
    read,
    outcome,
    analyze: async (parameters) => outcome(await start(parameters)),
    trends: async (query = '') => z.array(trendSchema).parse((await send('GET', query)).json()),
  };
}
