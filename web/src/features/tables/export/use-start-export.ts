import type { TableName } from '@leadloom/shared/tables/tables';
import { useCallback } from 'react';
import { useRefreshMe } from '../../../lib/account/use-me.ts';
import { refreshUsage } from './refresh-usage.ts';
import { type ExportRequest, runExport } from './running-exports.ts';

/** Starts an export, and shows the month's limit anew when it has ended. */
export function useStartExport(table: TableName): (request: ExportRequest) => Promise<void> {
  const refreshMe = useRefreshMe();
  return useCallback(
    async (request) => {
      const isComplete = await runExport(table, request);
      await refreshUsage(refreshMe, isComplete);
    },
    [table, refreshMe],
  );
}
