/** Which data tables an account may read at the moment, and how many rows they have. */
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Caller } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { readEntitlement } from '../../billing/billing.service.ts';
import { readRowCounts } from './data-tables.repository.ts';

type Reader = Pick<Caller, 'accountId' | 'isVerified'>;

/** Lists tables in the order of their definitions. */
export async function listReadableTables(platform: Platform, { accountId, isVerified }: Reader): Promise<readonly TableName[]> {
  const { isRunning, isTrialRunning } = await readEntitlement(platform, accountId, platform.now());
  const readsGated = isVerified && (isRunning || isTrialRunning);
  return tableNames.filter((name) => readsGated || !tableByName(name).isGated);
}

/** The number of rows that the table's screen shows without filters. */
export async function countReadableTables(platform: Platform, reader: Reader) {
  const readable = await listReadableTables(platform, reader);
  const counts = await readRowCounts(platform.database);
  return readable.map((table) => ({ table, rows: counts.get(databaseName(tableByName(table))) ?? 0 }));
}
