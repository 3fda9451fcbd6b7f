/** An analysis as the server runs it: videos from the database to the engine's thread, and results back to the database. */

import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { personalWorkspaceOf, type WorkspaceId } from '@leadloom/server/http/workspace';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { analyzeAccount } from '@leadloom/server/modules/trends/analyses/analyze-account';
import { listTrends } from '@leadloom/server/modules/trends/trends.repository';
import { openCluster } from '../tables/server/cluster.ts';
import { type Corpus, makeCorpus } from './corpus.ts';

/** Milliseconds. */
export interface AnalysisTimes {
  readonly reading: number;
  readonly engine: number;
  readonly saving: number;
  /** The same again: nothing is left to save. */
  readonly again: number;
  /** The time of listing all trends. */
  readonly list: number;
  /** The longest time in which the process did not respond. */
  readonly silence: number;
  readonly trends: number;
  readonly links: number;
}

const USERS = 100;
const ROWS_AT_ONCE = 10_000;
const DAY = 86_400_000;
const FIRST_NUMBER = 7_500_000_000_000_000_000n;
const NANOSECONDS = 1e6;
const now = new Date('2026-01-05T00:00:00Z');

export async function measureThroughDatabase(videos: number, seed: number): Promise<AnalysisTimes> {
  const cluster = await openCluster(null);
  try {
    const { login } = await cluster.open('trends', 'never kept');
    const database = connect(login, { onIdleError: () => undefined, poolSize: 4 });
    try {
      await migrateDatabase(database);
      const accountId = await fill(database, makeCorpus(videos, seed));
      return await measure(database, accountId);
    } finally {
      await database.$client.end();
    }
  } finally {
    await cluster.close();
  }
}

/** @returns the account that tracks all authors */
async function fill({ $client: client }: Database, { terms, days }: Corpus): Promise<WorkspaceId> {
  const { offsets, termIds, authors, rows } = terms;
  for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
    const some = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - start) }, (_, place) => {
      const row = start + place;
      return {
        number: String(FIRST_NUMBER + BigInt(row)),
        user: `user${(authors[row] ?? 0) % USERS}`,
        posted: new Date(now.getTime() + ((days[row] ?? 0) - 30) * DAY),
        tags: [...termIds.subarray(offsets[row] ?? 0, offsets[row + 1] ?? 0)].map((term) => `tag${term}`),
      };
    });
    await client.query(
      `insert into tiktok_videos (author, video, author_unique_id, posted_at, hashtags, summary, play_count, canonical_key, source)
      select 'https://www.tiktok.com/@' || "user", 'https://www.tiktok.com/@' || "user" || '/video/' || number, "user", posted, tags,
        'Video ' || number || ' ' || repeat('words of a caption ', 8), 1000, 'video:tiktok.com/video/' || number, 'bench'
      from jsonb_to_recordset($1::jsonb) given (number text, "user" text, posted timestamptz, tags text[])`,
      [JSON.stringify(some)],
    );
  }
  const { rows: added } = await client.query<{ id: string }>(
    "insert into accounts (email, password_hash) values ('bench@mail.example', 'none') returning id",
  );
  const accountId = personalWorkspaceOf(Number(added[0]?.id));
  await client.query(`insert into sources (network, key, display_name)
    select 'tiktok', 'user' || n, 'user' || n from generate_series(0, ${USERS - 1}) n`);
  await client.query('insert into tracked_sources (account_id, source_id) select $1, id from sources', [accountId]);
  await client.query('vacuum (analyze) tiktok_videos');
  return accountId;
}

async function measure(database: Database, workspaceId: WorkspaceId): Promise<AnalysisTimes> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const first = await analyze(database, workspaceId);
  delays.disable();
  await database.$client.query('analyze trends, trend_videos');
  const again = await analyze(database, workspaceId);
  const asked = performance.now();
  const trends = await listTrends(database, workspaceId, { isWithHidden: true }, now);
  const list = performance.now() - asked;
  const links = trends.reduce((sum, trend) => sum + trend.number_of_videos_in_trend, 0);
  return {
    ...first,
    again: again.reading + again.engine + again.saving,
    list,
    silence: delays.max / NANOSECONDS,
    trends: trends.length,
    links,
  };
}

async function analyze(
  database: Database,
  workspaceId: WorkspaceId,
): Promise<Pick<AnalysisTimes, 'reading' | 'engine' | 'saving'>> {
  const [taskId, token] = [randomUUID(), randomUUID()];
  await database.$client.query(
    `insert into analysis_tasks (id, account_id, status, parameters, lease_token, lease_until)
    values ($1, $2, 'STARTED', '{}', $3, now() + interval '1 hour')`,
    [taskId, workspaceId, token],
  );
  const moments = new Map<string, number>();
  const began = performance.now();
  const report = (status: string): void => {
    if (!moments.has(status)) moments.set(status, performance.now());
  };
  const signal = new AbortController().signal;
  await analyzeAccount({ database, now: () => now }, { id: taskId, token, workspaceId, parameters: {} }, { signal, report });
  const weighing = moments.get('Weighting terms') ?? began;
  const saving = moments.get('Saving trends') ?? began;
  return { reading: weighing - began, engine: saving - weighing, saving: performance.now() - saving };
}
