import type { FilterOption } from '../define-table.ts';

/** Options whose label equals their value. */
export function options(...values: readonly string[]): readonly FilterOption[] {
  return values.map((value) => ({ value }));
}
