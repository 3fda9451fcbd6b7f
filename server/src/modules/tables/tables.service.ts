/** Reads the data tables, and removes rows from them. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { readAtVersion } from '../../database/read-database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import { writeRow } from './list/write-row.ts';
import { type Deletion, deleteRows, findIdsByKey, readRow } from './tables.repository.ts';

/** The request for one row. */
export interface RequestedRow {
  readonly params: { readonly id: number };
  /** Fields in addition to the id; default: all. */
  readonly query: { readonly fields?: readonly string[] | undefined };
}

/** Reads a row as JSON. @param version of the table, when the request arrived @throws {AppError} ROWS.NOT_FOUND */
export async function readRowAsJson(
  { reads }: Platform,
  definition: TableDefinition,
  { params, query: { fields } }: RequestedRow,
  version: Promise<number | undefined>,
): Promise<string> {
  const wanted = { tableName: databaseName(definition), version };
  const cells = await readAtVersion(wanted, () => readRow(reads, definition, params.id));
  if (cells === null) throw new AppError('ROWS.NOT_FOUND');
  return writeRow(definition, cells, fields === undefined ? undefined : new Set(fields));
}

/**
 * Removes rows. All accounts share them, so only the operator and background work may do this.
 * @returns how many were removed
 */
export function removeRows(
  { database }: Platform,
  definition: TableDefinition,
  ids: readonly number[],
  deletion?: Deletion,
): Promise<number> {
  return deleteRows(database, definition, ids, deletion);
}

/** The same for the operator, with a line in the audit where there were any. */
export function removeRowsOnRequest(
  platform: Platform,
  definition: TableDefinition,
  ids: readonly number[],
  actor: Actor,
): Promise<number> {
  return removeRows(platform, definition, ids, {
    alongside: async (transaction, deleted) => {
      if (deleted === 0) return;
      const detail = `${deleted} of the ids ${ids.join(', ')}`;
      await recordAction(platform, transaction, actor, { action: 'rows.deleted', target: definition.name, detail });
    },
  });
}

/** Removes rows by canonical key, as `canonical-key.ts` writes it. Without a match, the table is not touched. */
export async function removeRowsByKey(
  { database }: Pick<Platform, 'database'>,
  definition: TableDefinition,
  keys: readonly string[],
  deletion: Deletion,
): Promise<number> {
  const ids = await findIdsByKey(database, definition, keys);
  return ids.length === 0 ? 0 : deleteRows(database, definition, ids, deletion);
}
