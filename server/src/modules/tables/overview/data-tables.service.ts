/** The data tables for operators. */
import type { OperatorDataTable } from '@leadloom/shared/contract/operator-system';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { type DataTableRow, readDatabaseBytes, readDataTables, readTableCopies } from './data-tables.repository.ts';

/** Describes the tables in the order of their definitions. */
export async function describeData({ database, columnStore }: Pick<Platform, 'database' | 'columnStore'>) {
  const [rows, bytes, copied] = await Promise.all([
    readDataTables(database),
    readDatabaseBytes(database),
    // Without a column store, copies are what an earlier one left.
    columnStore === null ? [] : readTableCopies(database),
  ]);
  const byName = new Map(rows.map((row) => [row.table_name, row]));
  const copies = new Map(copied.map(({ table_name: name, ...copy }) => [name, copy]));
  const data = tableNames.flatMap((name): OperatorDataTable[] => {
    const table = tableByName(name);
    const row = byName.get(databaseName(table));
    if (row === undefined) return [];
    const copy = copies.get(databaseName(table)) ?? null;
    return [{ table: name, title: table.title, ...sizesOf(row), copy, last_import: lastImportOf(row) }];
  });
  return { data, total: data.length, database_bytes: bytes };
}

function sizesOf({ rows, table_bytes, index_bytes, stale_chunks, chunks }: DataTableRow) {
  return { rows, table_bytes, index_bytes, stale_chunks, chunks: Math.max(chunks, stale_chunks) };
}

function lastImportOf({ import_id: id, file_name: file, finished_at: at, added, changed, refused }: DataTableRow) {
  if (id === null || file === null || at === null) return null;
  return { id, file, at: at.toISOString(), added: added ?? 0, changed: changed ?? 0, refused: refused ?? 0 };
}
