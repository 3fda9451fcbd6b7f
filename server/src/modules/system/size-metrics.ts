/** Sizes for Prometheus: what grows, so that an alert fires before a disk is full. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { outboxFolder } from '../../mail/create-mailer.ts';
import type { Platform } from '../../platform.ts';

/** How long sizes are cached: reading them takes the database some milliseconds for each table. */
const REMEMBERED_MILLISECONDS = 30_000;

interface TableSize {
  readonly table: string;
  readonly table_bytes: string;
  readonly index_bytes: string;
}

export function createSizeMetrics({ config, database }: Platform): Registry {
  const registry = new Registry();
  const sizes = remembered(() => readTableSizes(database));
  const gauge = (name: string, help: string, labelNames: string[], collect: (to: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // The other metrics are needed most when the database, or the disk, is away.
        await collect(this).catch(() => undefined);
      },
    });

  gauge('database_table_bytes', 'Size of each table on the database’s disk, without its indexes', ['table'], async (to) => {
    for (const { table, table_bytes } of await sizes()) to.set({ table }, Number(table_bytes));
  });
  gauge('database_index_bytes', 'Size of the indexes of each table', ['table'], async (to) => {
    for (const { table, index_bytes } of await sizes()) to.set({ table }, Number(index_bytes));
  });
  gauge('outbox_mails', 'Mails in the outbox folder of this server', [], async (to) => {
    const names = await readdir(outboxFolder(config)).catch(() => []);
    to.set(names.filter((name) => name.endsWith('.eml')).length);
  });
  gauge('outbox_bytes', 'Size of the outbox folder of this server', [], async (to) => {
    to.set(await folderBytes(outboxFolder(config)));
  });
  gauge('data_dir_free_bytes', 'Free space on the disk of DATA_DIR, which also holds the spool of exports', [], async (to) => {
    const { bavail, bsize } = await statfs(config.dataDir);
    to.set(bavail * bsize);
  });
  return registry;
}

async function readTableSizes(database: Database): Promise<readonly TableSize[]> {
  const { rows } = await database.execute<{ table: string; table_bytes: string; index_bytes: string }>(
    sql`select relname as "table", pg_table_size(oid) as table_bytes, pg_indexes_size(oid) as index_bytes
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  return rows;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

function remembered<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > REMEMBERED_MILLISECONDS) {
      const value = read();
      last = { value, at: performance.now() };
      value.catch(() => {
        last = null;
      });
    }
    return last.value;
  };
}
