/** A grid whose owner keeps everything in memory: for stories, and for the benchmark, which measures this very component. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { useMemo, useState } from 'react';
import { DataGrid } from '../components/data-grid/data-grid.tsx';
import type { DataGridProps, GridSort } from '../components/data-grid/data-grid-props.ts';
import { sampleColumns, sampleRow } from './sample-rows.ts';

export interface SampleGridProps extends Partial<DataGridProps> {
  readonly firstPage?: number;
  readonly firstPerPage?: number;
  readonly firstLayout?: readonly ColumnLayout[];
  readonly firstSelection?: readonly number[];
}

/** What is given replaces what the owner would do; what is told is passed on. */
export function SampleGrid(props: SampleGridProps) {
  const { firstPage = 1, firstPerPage = 10, firstLayout = [], firstSelection = [], total = 1_000_000, ...given } = props;
  const [page, setPage] = useState(firstPage);
  const [perPage, setPerPage] = useState(firstPerPage);
  const [sort, setSort] = useState<GridSort | null>(null);
  const [layout, setLayout] = useState(firstLayout);
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set(firstSelection));
  const rows = useMemo(() => {
    const before = (page - 1) * perPage;
    const count = Math.min(perPage, (total ?? Number.POSITIVE_INFINITY) - before);
    return Array.from({ length: count }, (_, index) => sampleRow(before + index + 1));
  }, [page, perPage, total]);
  return (
    <DataGrid
      label="Companies"
      columns={sampleColumns}
      rows={rows}
      isLoading={false}
      emptyText="No results found"
      page={page}
      perPage={perPage}
      perPageOptions={[10, 15]}
      total={total}
      sort={sort}
      layout={layout}
      selection={selection}
      {...given}
      onPageChange={(next) => {
        setPage(next);
        given.onPageChange?.(next);
      }}
      onPerPageChange={(next) => {
        setPerPage(next);
        setPage(1);
        given.onPerPageChange?.(next);
      }}
      onSortChange={(next) => {
        setSort(next);
        given.onSortChange?.(next);
      }}
      onLayoutChange={(next) => {
        setLayout(next);
        given.onLayoutChange?.(next);
      }}
      onSelectionChange={(next) => {
        setSelection(next);
        given.onSelectionChange?.(next);
      }}
    />
  );
}
