/** Visits with fake networks: a server's database, fake adapters, and turns that a test runs itself. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { createVisitMetrics } from '../modules/tracking/visits/visit-metrics.ts';
import { createRequestTallies, createVisits } from '../modules/tracking/visits/visits.service.ts';
import { forgetVideos } from '../modules/trends/forget-videos.service.ts';
import type { Platform } from '../platform.ts';
import { uniqueEmail } from './accounts.ts';
import { createFakeReddit, type FakeReddit } from './fake-reddit.ts';
import { createFakeTikTok, type FakeTikTok } from './fake-tiktok.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface VisitFixture {
  readonly server: TestServer;
  readonly database: Database;
  readonly reddit: FakeReddit;
  readonly tiktok: FakeTikTok;
  /** Lines of the log. */
  readonly warnings: string[];
  readonly notes: string[];
  /** Creates an account that tracks the names. @returns its id */
  track(network: NetworkName, names: readonly string[], account?: { readonly isVerified: boolean }): Promise<number>;
  /** Visits all due names, as one server. Several turns may run at once. */
  turn(network: NetworkName, options?: TurnOptions): Promise<void>;
  /** Metrics of the last turn, in Prometheus' format. */
  metrics(): Promise<string>;
  source(network: NetworkName, key: string): Promise<Readonly<Record<string, unknown>>>;
  network(network: NetworkName): Promise<Readonly<Record<string, unknown>>>;
  /** Rows of a data table, by their keys. */
  keys(table: 'reddit_posts' | 'tiktok_videos'): Promise<readonly string[]>;
  /** Removes everything tracked and visited. */
  reset(): Promise<void>;
  /** Expires all leases. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

interface TurnOptions {
  readonly platform?: Platform;
  readonly closing?: AbortSignal;
}

/** @param environment additional settings, such as VISIT_INTERVAL_MINUTES */
export async function openVisitFixture(environment: Readonly<Record<string, string>> = {}): Promise<VisitFixture> {
  // Without credentials, only the turns of the test visit anything.
  const server = await startTestServer({ environment });
  const { database, platform, clock } = server;
  const warnings: string[] = [];
  const notes: string[] = [];
  const reddit = createFakeReddit(clock.now);
  const tiktok = createFakeTikTok(clock.now);

  let registry: Registry | null = null;

  /** Reads one row, with times as Date. */
  async function one(statement: string, ...values: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> {
    const { rows } = await database.$client.query<Record<string, unknown>>(statement, [...values]);
    if (rows[0] === undefined) throw new Error('there is no such row');
    return rows[0];
  }

  return {
    server,
    database,
    reddit,
    tiktok,
    warnings,
    notes,
    track: async (network, names, { isVerified } = { isVerified: true }) => {
      const { id } = await one(
        "insert into accounts (email, password_hash, verified_at) values ($1, 'none', $2) returning id",
        uniqueEmail(),
        isVerified ? clock.now() : null,
      );
      for (const name of names) {
        await database.execute(sql`insert into sources (network, key, display_name, state_since, next_visit_at)
          values (${network}, ${name.toLowerCase()}, ${name}, ${clock.now()}, ${clock.now()}) on conflict do nothing`);
        await database.execute(sql`insert into tracked_sources (account_id, source_id)
          select ${id}, id from sources where network = ${network} and key = ${name.toLowerCase()}`);
      }
      return Number(id);
    },
    turn: async (network, { platform: own = platform, closing = new AbortController().signal } = {}) => {
      const metrics = createVisitMetrics(own.database);
      registry = metrics.registry;
      const tallies = createRequestTallies(own, metrics);
      const adapters = { reddit: reddit.adapter(tallies.reddit.count), tiktok: tiktok.adapter(tallies.tiktok.count) };
      const into = (lines: string[]) => (_: object, message: string) => void lines.push(message);
      const log = { info: into(notes), warn: into(warnings) };
      const run = createVisits(own, { adapters, tallies, metrics, log, forgetVideos, random: () => 0.5 }).get(network);
      await run?.(closing);
    },
    metrics: async () => (await registry?.metrics()) ?? '',
    source: (network, key) => one('select * from sources where network = $1 and key = $2', network, key),
    network: (network) => one('select * from networks where network = $1', network),
    keys: async (table) => {
      const { rows } = await database.execute<{ key: string }>(
        sql`select canonical_key as key from ${sql.identifier(table)} order by canonical_key`,
      );
      return rows.map(({ key }) => key);
    },
    endLeases: async () => {
      await database.execute(sql`update sources set lease_until = now() - interval '1 second' where lease_until is not null`);
      await database.execute(sql`update networks set lease_until = now() - interval '1 second' where lease_until is not null`);
    },
    reset: async () => {
      // The rows are deleted, because truncating would wait for the server's own readers, and they for it.
      await database.execute(sql`delete from tracked_sources`);
      await database.execute(sql`delete from sources`);
      await database.execute(sql`update networks set state = 'waiting', detail = null, state_since = null, paused_until = null,
        requests = 0, requests_on = null, recheck_place = null, rechecked_at = null, lease_until = null, lease_token = null`);
      await database.execute(sql`delete from reddit_posts`);
      await database.execute(sql`delete from tiktok_videos`);
      await database.execute(sql`delete from deleted_rows`);
      reddit.reset();
      tiktok.reset();
      warnings.length = 0;
      notes.length = 0;
    },
    close: () => server.close(),
  };
}
