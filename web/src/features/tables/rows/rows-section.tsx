/** The rows in the grid, and what is shown when they could not be loaded. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { PAGE_SIZES } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DataGrid } from '../../../components/data-grid/data-grid.tsx';
import type { GridSort } from '../../../components/data-grid/data-grid-props.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { clampPageSize, type TableState } from '../address/filters-in-url.ts';
import { useTableRows } from './use-table-rows.ts';

interface RowsSectionProps {
  readonly name: TableName;
  readonly state: TableState;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
  readonly columns: readonly ColumnLayout[];
  readonly areColumnsKnown: boolean;
  /** Goes to the first page unless it names another. */
  readonly onChange: (part: Partial<TableState>, isReplacing?: boolean) => void;
  readonly onColumnsChange: (columns: readonly ColumnLayout[]) => void;
}

/** Of one table in its largest page, so that nothing below jumps. */
const WAITING_HEIGHT = '42rem';
const nothing: ReadonlySet<number> = new Set();

export function RowsSection(props: RowsSectionProps) {
  const { name, state, isReady, columns, areColumnsKnown, onChange, onColumnsChange } = props;
  const definition = tableByName(name);
  const { page, isLoading, isTurning, error, retry } = useTableRows(name, state, isReady);
  const [selection, setSelection] = useState({ search: '', ids: nothing });
  const onScreen = useMemo(() => definition.columns.filter((column) => column.isStoredOnly !== true), [definition]);

  // Other filters start a new selection.
  const search = JSON.stringify(state.filters);
  const selected = selection.search === search ? selection.ids : nothing;
  const onSelect = useCallback((ids: ReadonlySet<number>) => setSelection({ search, ids }), [search]);
  const onPage = useCallback((next: number) => onChange({ page: next }), [onChange]);
  const onPerPage = useCallback((size: number) => onChange({ perPage: clampPageSize(size) }), [onChange]);
  const onSort = useCallback((sort: GridSort | null) => onChange({ sort }), [onChange]);

  const total = page?.total ?? null;
  const lastPage = total === null || isTurning ? null : Math.max(1, Math.ceil(total / state.perPage));
  const isPastEnd = lastPage !== null && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) onChange({ page: lastPage }, true);
  }, [isPastEnd, lastPage, onChange]);

  if (!areColumnsKnown) return <Skeleton variant="rounded" height={WAITING_HEIGHT} aria-hidden />;
  const isWaiting = isLoading || isPastEnd;
  return (
    <Box component="section" aria-label="Rows" sx={{ position: 'relative', minWidth: 0, display: 'grid', gap: 1.5 }}>
      <DataGrid
        label={definition.title}
        columns={onScreen}
        rows={isWaiting ? [] : (page?.rows ?? [])}
        isLoading={isWaiting}
        emptyText={error === null ? 'No results found' : 'The rows could not be loaded.'}
        page={state.page}
        perPage={state.perPage}
        perPageOptions={PAGE_SIZES}
        total={total}
        onPageChange={onPage}
        onPerPageChange={onPerPage}
        sort={state.sort}
        onSortChange={onSort}
        layout={columns}
        onLayoutChange={onColumnsChange}
        selection={selected}
        onSelectionChange={onSelect}
      />
      {isTurning && error === null && <TurningLine />}
      {error !== null && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Button variant="outlined" onClick={retry} disabled={isLoading}>
            Try again
          </Button>
          {needsSubscription(error) && <TextLink to={paths.payment}>Subscribe</TextLink>}
        </Box>
      )}
    </Box>
  );
}

/** Shows itself only when the next page takes noticeable time. */
function TurningLine() {
  return (
    <LinearProgress
      aria-label="Loading rows"
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: 0,
        height: 2,
        opacity: 0,
        animation: 'table-turning 150ms 300ms forwards',
        '@keyframes table-turning': { to: { opacity: 1 } },
      }}
    />
  );
}

function needsSubscription(error: Error): boolean {
  return error instanceof ApiError && error.code === 'AUTH.SUBSCRIPTION_REQUIRED';
}
