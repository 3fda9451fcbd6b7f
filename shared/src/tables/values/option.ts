import type { FilterOption } from '../define-table.ts';

/** Options whose label is their value. */
export function options(...values: readonly string[]): readonly FilterOption[] {
  return values.map((value) => ({ value }));
}
