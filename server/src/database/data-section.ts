/** One part of the file a person downloads: what a module keeps of them. */
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { type OwnTable, ownRows } from './own-rows.ts';

export interface DataSection {
  /** Its name in the file. */
  readonly name: string;
  /** Where it is read from, so that a test can tell which tables nobody reads. */
  readonly tables: readonly PgTable[];
  /** Batches of rows, each row as JSON text. */
  readonly rows: AsyncIterable<readonly string[]>;
}

/** A section of one table, by the table's name. @param inner tables whose rows `own.add` brings */
export function tableSection(
  { database }: { readonly database: Database },
  accountId: number,
  own: OwnTable,
  inner: readonly PgTable[] = [],
): DataSection {
  return { name: getTableName(own.table), tables: [own.table, ...inner], rows: ownRows(database, accountId, own) };
}
