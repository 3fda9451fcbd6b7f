/**
 * The account's layout of a table: columns, density and page size, of which the layout "work" has its own. A change shows at
 * once and is sent after a pause. Until the server has saved it, it is kept in this browser and sent again when the connection
 * is back or the table is next opened.
 */

import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
import {
  type ColumnLayout,
  type Density,
  getTableLayout,
  saveTableLayout,
  type TableLayout,
} from '@leadloom/shared/contract/table-views';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { clampPageSize, type PageSize } from '../../../lib/page-size.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useAccountKey } from '../../../lib/session/session.ts';
import { workPageSize } from '../../../lib/work-page-size.ts';
import { dropUnsavedLayout, keepUnsavedLayout, readUnsavedLayout } from './unsaved-layouts.ts';
import { workColumnsOf } from './work-columns.ts';

const LAYOUT_PAUSE_MS = 800;
const RETRY_MS = 30_000;

export interface OwnLayout {
  readonly kind: WorkbenchLayout;
  readonly columns: readonly ColumnLayout[];
  /** What columns are like before they are changed; empty: as defined. */
  readonly arrangement: readonly ColumnLayout[];
  readonly density: Density;
  /** The account's own, or that of the layout. */
  readonly pageSize: PageSize;
  /** The same of either layout. */
  readonly pageSizeOf: (kind: WorkbenchLayout) => PageSize;
  /** The layout is on its way: what would be drawn now would jump. */
  readonly isLoading: boolean;
  readonly change: (part: LayoutPart) => void;
}

interface LayoutPart {
  readonly columns?: readonly ColumnLayout[];
  /** The density, where the layout leaves the choice. */
  readonly density?: Density;
  readonly pageSize?: PageSize;
}

const asDefined: TableLayout = { columns: [], density: 'comfortable', per_page: null, work_columns: [], work_per_page: null };
const asDefinedColumns: readonly ColumnLayout[] = [];

/** @param isKindLoading the layout is not known yet */
export function useTableLayout(table: TableName, kind: WorkbenchLayout, isKindLoading: boolean): OwnLayout {
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
    (part: LayoutPart) => {
      const known = queryClient.getQueryData<TableLayout>(['table-layout', table]) ?? withUnsaved(asDefined, account, table);
      const next = { ...known, ...toStored(part, kind) };
      queryClient.setQueryData(['table-layout', table], next);
      keepUnsavedLayout(account, table, next);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), LAYOUT_PAUSE_MS);
    },
    [queryClient, account, table, kind, send],
  );

  const layout = useMemo(
    () => data ?? (isError ? withUnsaved(asDefined, account, table) : asDefined),
    [data, isError, account, table],
  );
  const arrangement = useMemo(() => (kind === 'work' ? workColumnsOf(tableByName(table)) : asDefinedColumns), [kind, table]);
  const ofEither = useCallback((either: WorkbenchLayout) => pageSizeOf(either, layout), [layout]);
  const isWork = kind === 'work';
  return {
    kind,
    columns: isWork ? layout.work_columns : layout.columns,
    arrangement,
    density: isWork ? 'compact' : layout.density,
    pageSize: pageSizeOf(kind, layout),
    pageSizeOf: ofEither,
    isLoading: isPending || isKindLoading,
    change,
  };
}

function pageSizeOf(kind: WorkbenchLayout, { per_page: own, work_per_page: ownAtWork }: TableLayout): PageSize {
  if (kind === 'work') return ownAtWork === null ? workPageSize(window.innerHeight) : clampPageSize(ownAtWork);
  return clampPageSize(own ?? DEFAULT_PAGE_SIZE);
}

function toStored({ columns, density, pageSize }: LayoutPart, kind: WorkbenchLayout): Partial<TableLayout> {
  const isWork = kind === 'work';
  return {
    ...(columns === undefined ? {} : { [isWork ? 'work_columns' : 'columns']: [...columns] }),
    ...(density === undefined ? {} : { density }),
    ...(pageSize === undefined ? {} : { [isWork ? 'work_per_page' : 'per_page']: pageSize }),
  };
}

/** An unsaved change made here is newer. */
function withUnsaved(saved: TableLayout, account: string, table: TableName): TableLayout {
  const unsaved = readUnsavedLayout(account, table);
  return {
    columns: unsaved?.columns ?? saved.columns,
    density: unsaved?.density ?? saved.density,
    per_page: unsaved?.per_page === undefined ? saved.per_page : unsaved.per_page,
    work_columns: unsaved?.work_columns ?? saved.work_columns,
    work_per_page: unsaved?.work_per_page === undefined ? saved.work_per_page : unsaved.work_per_page,
  };
}

/** The server is unreachable, busy or failing: a retry may work. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
