import type { ColumnDefinition, ColumnKind } from '@leadloom/shared/tables/define-table';
import type { GridSort } from './data-grid-props.ts';

/** Kinds of which people look for the largest or latest values first; texts are read from A. */
const largestFirst: ReadonlySet<ColumnKind> = new Set(['integer', 'number', 'money', 'date', 'time']);

/** The sort after a press on a column's header: the column's first order, then the reverse, then the table's default order. */
export function nextSort(sort: GridSort | null, { field, kind }: Pick<ColumnDefinition, 'field' | 'kind'>): GridSort | null {
  const first = largestFirst.has(kind) ? 'desc' : 'asc';
  if (sort?.field !== field) return { field, order: first };
  return sort.order === first ? { field, order: first === 'asc' ? 'desc' : 'asc' } : null;
}
