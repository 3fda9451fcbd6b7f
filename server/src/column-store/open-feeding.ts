/** The feeder of this server and its metrics. Loaded only where there is a column store. */

import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { ColumnStoreSettings } from '../config.ts';
import type { Connection, Database } from '../database/database.ts';
import { createEngineClient } from './engine-http.ts';
import { forgetErasures } from './erasures.repository.ts';
import { createFeeder } from './feeder.ts';

interface FeedingParts {
  readonly database: Database;
  readonly direct: Database;
  readonly settings: ColumnStoreSettings;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface OpenFeeding {
  /** Looks at all tables, and does not wait for what follows. */
  look(): Promise<void>;
  forgetErasures(): Promise<void>;
  close(): Promise<void>;
}

export function openFeeding({ database, direct, settings, log }: FeedingParts): OpenFeeding {
  const engine = createEngineClient(settings);
  const feeder = createFeeder({
    database,
    direct,
    engine,
    settings,
    onFailure: (error, copy) => {
      const what = copy === null ? 'the copies in the column store are' : 'a copy in the column store is';
      log.warn({ err: error, copy }, `${what} not fed; it is tried again`);
    },
  });
  return {
    look: () => feeder.look(),
    forgetErasures: () => forgetErasures(database),
    close: async () => {
      await feeder.close();
      await engine.close();
    },
  };
}

export function createFeedMetrics(database: Database): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'column_store_reached_version',
    labelNames: ['table'],
    registers: [registry],
    help: 'The version of a data table that its copy in the column store was brought to; 0: the copy is being built',
    async collect() {
      this.reset();
      for (const { table, version } of await readCopies(database)) this.set({ table }, version);
    },
  });
  new Gauge({
    name: 'column_store_lag_seconds',
    labelNames: ['table'],
    registers: [registry],
    help: 'Seconds since the first commit that the copy of a data table lacks; 0: it has all',
    async collect() {
      this.reset();
      for (const { table, lag } of await readCopies(database)) this.set({ table }, lag);
    },
  });
  new Gauge({
    name: 'column_store_erasures_waiting',
    help: 'Erasures of rows that the column store has not carried out yet',
    registers: [registry],
    async collect() {
      this.reset();
      const { rows } = await database
        .execute<{ waiting: number }>(sql`select count(*)::int as waiting from column_store_erasures where done_at is null`)
        .catch(() => ({ rows: [] }));
      if (rows[0] !== undefined) this.set(rows[0].waiting);
    },
  });
  return registry;
}

interface CopyLag {
  readonly table: string;
  readonly version: number;
  readonly lag: number;
}

/** Of two copies of a table, as while servers are replaced, the newer one. None while the database is away. */
async function readCopies(connection: Connection): Promise<readonly CopyLag[]> {
  const { rows } = await connection
    .execute<{ table: string; version: string; lag: number }>(sql`
      select distinct on (copy.table_name) copy.table_name as "table", copy.version, coalesce(extract(epoch from clock_timestamp() - (
        select min(at) from table_commits made where made.table_name = copy.table_name and made.version > copy.version)), 0)::float8 as lag
      from column_store_copies copy order by copy.table_name, copy.version desc`)
    .catch(() => ({ rows: [] }));
  return rows.map(({ table, version, lag }) => ({ table, version: Number(version), lag }));
}
