import type { ImportReport } from '@leadloom/shared/contract/tables';

/** Rows of people who asked to be erased, as a figure; none where there were none. */
export function heldBackIn({ held_back: heldBack }: Pick<ImportReport, 'held_back'>): readonly (readonly [string, number])[] {
  return heldBack === 0 ? [] : [['Held back: erased people', heldBack]];
}
