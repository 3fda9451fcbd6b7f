import type { TableName } from '@leadloom/shared/tables/tables';
import { useCallback } from 'react';
import { useRefreshMe } from '../../../lib/account/use-me.ts';
import { logProblem } from '../../../lib/log.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { ExportRequest } from './running-exports.ts';

/** Starts an export, and shows the month's limit anew when it has ended. What it takes is loaded with the first one. */
export function useStartExport(table: TableName): (request: ExportRequest) => Promise<void> {
  const refreshMe = useRefreshMe();
  return useCallback(
    async (request) => {
      try {
        const [{ runExport }, { refreshUsage }] = await Promise.all([import('./run-export.ts'), import('./refresh-usage.ts')]);
        const isComplete = await runExport(table, request);
        await refreshUsage(refreshMe, isComplete);
      } catch (cause) {
        // Neither of them rejects.
        logProblem('The export could not be loaded.', cause);
        showSnackbar('error', 'The export could not be started. Reload the page, and try again.');
      }
    },
    [table, refreshMe],
  );
}
