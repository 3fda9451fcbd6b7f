import type { FilterOption } from '@leadloom/shared/tables/define-table';

/** The number of values that are written out; more are a number. */
const WRITTEN_OUT = 3;

/** What a chip says of several values: up to three, and how many more there are; null: none. */
export function inShort(values: readonly string[], options: readonly FilterOption[] = []): string | null {
  if (values.length === 0) return null;
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const more = values.length - WRITTEN_OUT;
  return `${values.slice(0, WRITTEN_OUT).map(labelOf).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}
