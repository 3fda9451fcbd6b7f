/**
 * The account's column layout of a table. A change shows at once and is sent after a pause. Until the server has
 * saved it, it is kept in this browser and sent again when the connection is back or the table is next opened.
 */
import { type ColumnLayout, getTableLayout, saveTableLayout } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useAccountKey } from '../../../lib/session/session.ts';
import { dropUnsavedLayout, keepUnsavedLayout, readUnsavedLayout } from './unsaved-layouts.ts';

const LAYOUT_PAUSE_MS = 800;
const RETRY_MS = 30_000;

interface OwnLayout {
  readonly columns: readonly ColumnLayout[];
  /** The layout is on its way: what would be drawn now would jump. */
  readonly isLoading: boolean;
  readonly change: (columns: readonly ColumnLayout[]) => void;
}

const asDefined: readonly ColumnLayout[] = [];

export function useTableLayout(table: TableName): OwnLayout {
  const account = useAccountKey() ?? '';
  const queryClient = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  const { data, isPending, isError } = useQuery({
    queryKey: ['table-layout', table],
    queryFn: async ({ signal }): Promise<readonly ColumnLayout[]> => {
      const { columns } = await call(getTableLayout, { params: { table } }, { signal });
      // An unsaved change made here is newer.
      return readUnsavedLayout(account, table) ?? columns;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const send = useCallback(async () => {
    window.clearTimeout(timer.current);
    const columns = readUnsavedLayout(account, table);
    if (columns === null) return;
    try {
      await call(saveTableLayout, { params: { table }, body: { columns: [...columns] } });
      if (JSON.stringify(readUnsavedLayout(account, table)) === JSON.stringify(columns)) dropUnsavedLayout(table);
    } catch (error) {
      if (isTransient(error)) {
        timer.current = window.setTimeout(() => void send(), RETRY_MS);
        return;
      }
      dropUnsavedLayout(table);
      logProblem('The columns of a table were not saved.', error);
    }
  }, [account, table]);

  useEffect(() => {
    void send();
    const onOnline = () => void send();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      // The screen is left within the pause: send the change now.
      void send().finally(() => window.clearTimeout(timer.current));
    };
  }, [send]);

  const change = useCallback(
    (columns: readonly ColumnLayout[]) => {
      queryClient.setQueryData(['table-layout', table], columns);
      keepUnsavedLayout(account, table, columns);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), LAYOUT_PAUSE_MS);
    },
    [queryClient, account, table, send],
  );

  const fallback = isError ? readUnsavedLayout(account, table) : null;
  return { columns: data ?? fallback ?? asDefined, isLoading: isPending, change };
}

/** The server is unreachable, busy or failing: a retry may work. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
