/** The account's scheduled exports, their files, and what can be exported, as the server keeps them. */

import { listRowLists } from '@leadloom/shared/contract/my-rows';
import {
  type ExportFile,
  type ExportWatch,
  listExportFiles,
  listScheduledExports,
  type ScheduledExport,
} from '@leadloom/shared/contract/scheduled-exports';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { tables } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { tableTitle } from './export-words.ts';

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

export interface Exportable {
  readonly label: string;
  /** The name of the view or list. */
  readonly name: string;
  readonly watch: ExportWatch;
}

/** The account's views, then its lists. */
export function useExportable() {
  return useQuery({
    queryKey: [exportsKey, 'exportable'],
    queryFn: async ({ signal }): Promise<readonly Exportable[]> => {
      const [lists, views] = await Promise.all([
        call(listRowLists, { query: {} }, { signal }),
        call(listViewNames, {}, { signal }),
      ]);
      return [
        ...views.data.map(
          ({ id, name, table }): Exportable => ({
            label: `View "${name}" of ${tables[table].title}`,
            name,
            watch: { kind: 'view', id },
          }),
        ),
        ...lists.data.map(
          ({ id, name, table }): Exportable => ({
            label: `List "${name}" of ${tableTitle(table)}`,
            name,
            watch: { kind: 'list', id },
          }),
        ),
      ];
    },
    staleTime: 0,
  });
}
