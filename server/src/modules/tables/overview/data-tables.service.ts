/** The data tables for operators. */
import type { OperatorDataTable } from '@leadloom/shared/contract/operator-system';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { type DataTableRow, readDatabaseBytes, readDataTables } from './data-tables.repository.ts';

/** Describes the tables in the order of their definitions. */
export async function describeData({ database }: Pick<Platform, 'database'>) {
  const [rows, bytes] = await Promise.all([readDataTables(database), readDatabaseBytes(database)]);
  const byName = new Map(rows.map((row) => [row.table_name, row]));
  const data = tableNames.flatMap((name): OperatorDataTable[] => {
    const table = tableByName(name);
    const row = byName.get(databaseName(table));
    return row === undefined ? [] : [{ table: name, title: table.title, ...sizesOf(row), last_import: lastImportOf(row) }];
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
