/** The account's scheduled exports and their files, as the server keeps them. */
import {
  type ExportFile,
  listExportFiles,
  listScheduledExports,
  type ScheduledExport,
} from '@leadloom/shared/contract/scheduled-exports';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';

const exportsKey = 'scheduled-exports';
/** How often the screen looks while a file is being written. */
const LOOK_MILLISECONDS = 2_000;

export function useScheduledExports() {
  return useQuery({
    queryKey: [exportsKey],
    queryFn: async ({ signal }): Promise<readonly ScheduledExport[]> => (await call(listScheduledExports, {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(({ is_running: isRunning }) => isRunning) ? LOOK_MILLISECONDS : false),
  });
}

/** @param written when the last one was, so that a new file is found */
export function useExportFiles(id: number, written: string | null) {
  return useQuery({
    queryKey: [exportsKey, id, 'files', written],
    queryFn: async ({ signal }): Promise<readonly ExportFile[]> =>
      (await call(listExportFiles, { params: { export_id: id } }, { signal })).data,
  });
}

export function useReloadExports(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: [exportsKey] }), [queryClient]);
}
