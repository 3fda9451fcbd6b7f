/** Which data tables an account may read at the moment, and how many rows they have. */
import { testsOf } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTableName } from '@leadloom/shared/tables/linked-tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/route.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { readEntitlement } from '../../billing/billing.service.ts';
import { hasLinkedFilters } from '../filters/my-filters.ts';
import { readRowCounts } from './data-tables.repository.ts';

type Reader = Pick<Caller, 'workspaceId' | 'isVerified'>;

/**
 * Refuses filters by rows of tables that the account may not read: whether such rows exist is told by those they leave.
 * @throws {AppError} AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export async function requireReadableLinks(
  platform: Pick<Platform, 'config' | 'now'>,
  connection: Connection,
  definition: TableDefinition,
  filters: TableFilters,
  workspaceId: WorkspaceId,
): Promise<void> {
  // Whoever reads a gated table may read all.
  if (definition.isGated || !linkedTablesOf(definition, filters).some((table) => tableByName(table).isGated)) return;
  await requireGatedTables(platform, connection, workspaceId);
}

/** The tables whose rows decide, beside the table's own, which of its rows pass. */
export function linkedTablesOf(definition: TableDefinition, filters: TableFilters): readonly TableName[] {
  if (!hasLinkedFilters(filters)) return [];
  const tests = testsOf(filterCondition(definition, filters));
  return tests.flatMap((test) => (test.kind === 'linked' ? (linkedTableName(definition, test.link) ?? []) : []));
}

/** Lists tables in the order of their definitions. */
export async function listReadableTables(
  platform: Platform,
  { workspaceId, isVerified: isConfirmed }: Reader,
): Promise<readonly TableName[]> {
  const { isRunning, isTrialRunning } = await readEntitlement(platform, workspaceId, platform.now());
  const readsGated = isConfirmed && (isRunning || isTrialRunning);
  return tableNames.filter((name) => readsGated || !tableByName(name).isGated);
}

/**
 * Refuses accounts that may not read the gated tables at the moment.
 * @throws {AppError} AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export async function requireGatedTables(
  { config, now }: Pick<Platform, 'config' | 'now'>,
  connection: Connection,
  workspaceId: WorkspaceId,
): Promise<void> {
  const { isRunning, isTrialRunning, isVerified } = await readEntitlement({ config, database: connection }, workspaceId, now());
  if (!isVerified) throw new AppError('AUTH.NOT_VERIFIED');
  if (!isRunning && !isTrialRunning) throw new AppError('AUTH.SUBSCRIPTION_REQUIRED');
}

/** The number of rows that the table's screen shows without filters. */
export async function countReadableTables(platform: Platform, reader: Reader) {
  const readable = await listReadableTables(platform, reader);
  const counts = await readRowCounts(platform.database);
  return readable.map((table) => ({ table, rows: counts.get(databaseName(tableByName(table))) ?? 0 }));
}
