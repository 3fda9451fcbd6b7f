import type { RangeFilter } from '@leadloom/shared/tables/define-table';
import { readRange } from '@leadloom/shared/tables/read-range';

/** The name of the filter's own range with these ends. */
export function optionOf(
  { options }: Pick<RangeFilter, 'options'>,
  piece: { readonly from: number | null; readonly to: number | null },
): string | undefined {
  return options.find(({ value }) => {
    const { from, to } = readRange(value);
    return from === piece.from && to === piece.to;
  })?.value;
}
