import type { GridSort } from './data-grid-props.ts';

/** What a press on a column's header asks for: largest first, then smallest first, then the table's own order. */
export function nextSort(sort: GridSort | null, field: string): GridSort | null {
  if (sort?.field !== field) return { field, order: 'desc' };
  return sort.order === 'desc' ? { field, order: 'asc' } : null;
}
