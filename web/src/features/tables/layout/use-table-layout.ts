/**
 * The account's layout of a table: columns, density and page size. A change shows at once and is sent after a pause. Until the server has
 * saved it, it is kept in this browser and sent again when the connection is back or the table is next opened.
 */
import { getTableLayout, saveTableLayout, type TableLayout } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useAccountKey } from '../../../lib/session/session.ts';
import { dropUnsavedLayout, keepUnsavedLayout, readUnsavedLayout } from './unsaved-layouts.ts';

const LAYOUT_PAUSE_MS = 800;
const RETRY_MS = 30_000;

export interface OwnLayout {
  readonly layout: TableLayout;
  /** The layout is on its way: what would be drawn now would jump. */
  readonly isLoading: boolean;
  readonly change: (part: Partial<TableLayout>) => void;
}

const asDefined: TableLayout = { columns: [], density: 'comfortable', per_page: null };

export function useTableLayout(table: TableName): OwnLayout {
  const account = useAccountKey() ?? '';
  const queryClient = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  const { data, isPending, isError } = useQuery({
    queryKey: ['table-layout', table],
    queryFn: async ({ signal }): Promise<TableLayout> => {
      const saved = await call(getTableLayout, { params: { table } }, { signal });
      return withUnsaved(saved, account, table);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const send = useCallback(async () => {
    window.clearTimeout(timer.current);
    const unsaved = readUnsavedLayout(account, table);
    if (unsaved === null) return;
    try {
      await call(saveTableLayout, { params: { table }, body: unsaved });
      if (JSON.stringify(readUnsavedLayout(account, table)) === JSON.stringify(unsaved)) dropUnsavedLayout(table);
    } catch (error) {
      if (isTransient(error)) {
        timer.current = window.setTimeout(() => void send(), RETRY_MS);
        return;
      }
      dropUnsavedLayout(table);
      logProblem('The layout of a table was not saved.', error);
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
    (part: Partial<TableLayout>) => {
      const known = queryClient.getQueryData<TableLayout>(['table-layout', table]) ?? withUnsaved(asDefined, account, table);
      const next = { ...known, ...part };
      queryClient.setQueryData(['table-layout', table], next);
      keepUnsavedLayout(account, table, next);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), LAYOUT_PAUSE_MS);
    },
    [queryClient, account, table, send],
  );

  const layout = useMemo(
    () => data ?? (isError ? withUnsaved(asDefined, account, table) : asDefined),
    [data, isError, account, table],
  );
  return { layout, isLoading: isPending, change };
}

/** An unsaved change made here is newer. */
function withUnsaved(saved: TableLayout, account: string, table: TableName): TableLayout {
  const { columns, density = saved.density, per_page = saved.per_page } = readUnsavedLayout(account, table) ?? saved;
  return { columns, density, per_page };
}

/** The server is unreachable, busy or failing: a retry may work. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
