import type { FilterOption } from '@leadloom/shared/tables/define-table';

/** What a chip says of several values: the first, and how many more there are; null: none. */
export function inShort([first, ...others]: readonly string[], options: readonly FilterOption[] = []): string | null {
  if (first === undefined) return null;
  const label = options.find(({ value }) => value === first)?.label ?? first;
  return others.length === 0 ? label : `${label} +${others.length}`;
}
