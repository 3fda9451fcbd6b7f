/**
 * Deletions for test keys: one per table on each of the previous days, of rows that are not among the sample
 * rows.
 */
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { createCursorSeal } from '../../../http/sealed-cursor.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import type { Deletion } from '../changes/deleted-rows.repository.ts';
import type { DeletionFeed } from '../changes/deleted-rows.service.ts';
import { sandboxRows } from './sandbox-rows.ts';

const DAY = 24 * 3600 * 1000;

export function sandboxDeletions({ now, secrets }: Platform): DeletionFeed {
  const deletions = (): Deletion[] => {
    const today = Math.floor(now().getTime() / DAY) * DAY;
    return tableNames.map((name, index) => ({
      version: index + 1,
      table_name: databaseName(tableByName(name)),
      row_id: sandboxRows(tableByName(name)).length + 1,
      deleted_at: new Date(today - (tableNames.length - index) * DAY),
      reason: 'removed',
    }));
  };
  return {
    now,
    seal: createCursorSeal(secrets, 'sandbox deletions'),
    read: async ({ tableName, since, passed, take }) =>
      deletions()
        .filter(({ version, table_name: name }) => version > passed && (tableName === null || name === tableName))
        .filter(({ deleted_at: time }) => since === null || time.toISOString() >= since)
        .slice(0, take),
  };
}
