/** Metrics of the bitmaps for Prometheus. */
import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../../../database/database.ts';

export function createBitmapMetrics(database: Database): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'bitmap_chunks_stale',
    help: 'Chunks of a data table whose bitmaps are to be made again; totals over them are counted row by row',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics are needed most when the database is away.
      const rows = await readStale(database).catch(() => []);
      for (const { table, chunks } of rows) this.set({ table }, chunks);
    },
  });
  return registry;
}

async function readStale(database: Database): Promise<readonly { readonly table: string; readonly chunks: number }[]> {
  const { rows } = await database.execute<{ table: string; chunks: number }>(
    sql`select table_name as "table", count(chunk)::int as chunks
      from table_versions left join stale_chunks using (table_name) group by table_name`,
  );
  return rows;
}
