/** Which data tables hold sample rows. Each table has an index of them, so that the first one is found at once. */
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Platform } from '../../platform.ts';
import { databaseName, isSampleRow } from '../../schema/data-table.ts';

/** The samples come and go at a start or by an import; screens may learn of it this much later. */
const KNOWN_FOR_MS = 10_000;

/** Create one per application: all callers share one query. */
export function createSampleTables({ database, now }: Pick<Platform, 'database' | 'now'>): () => Promise<TableName[]> {
  let known: { readonly until: number; readonly tables: Promise<TableName[]> } | null = null;

  async function read(): Promise<TableName[]> {
    const questions = tableNames.map(
      (name) =>
        sql`select ${name}::text as name where exists (select from ${sql.identifier(databaseName(tableByName(name)))} where ${isSampleRow})`,
    );
    const { rows } = await database.execute(sql.join(questions, sql` union all `));
    const found = new Set(rows.map(({ name }) => name));
    return tableNames.filter((name) => found.has(name));
  }

  return () => {
    const time = now().getTime();
    if (known !== null && time < known.until) return known.tables;
    const asked = { until: time + KNOWN_FOR_MS, tables: read() };
    known = asked;
    asked.tables.catch(() => {
      if (known === asked) known = null;
    });
    return asked.tables;
  };
}
