/** One import of the log: its progress while it runs, and its report afterwards. */
import { getImport, type ImportDetails } from '@leadloom/shared/contract/imports';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

const POLL_MS = 1_000;

export function importQueryKey(id: string): readonly unknown[] {
  return ['console', 'import', id];
}

export function isRunning({ state }: Pick<ImportDetails, 'state'>): boolean {
  return state === 'running' || state === 'undoing';
}

export function useImport(id: string): UseQueryResult<ImportDetails> {
  return useQuery({
    queryKey: importQueryKey(id),
    queryFn: ({ signal }) => call(getImport, { params: { import_id: id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? POLL_MS : false),
    staleTime: 0,
  });
}
