import { readNumber } from '../../../../components/filter-fields/typed-number.ts';

/** A comma within a number, `1,000`, has no space after it and stands before three digits. */
const BETWEEN_NUMBERS = /;|\s+|,(?!\d{3}(?!\d))/;

/** @returns the numbers of a text as people type it, none for an empty text; null: it has something else */
export function readNumbers(text: string, isSeveral: boolean): readonly number[] | null {
  const parts = isSeveral ? text.split(BETWEEN_NUMBERS) : [text];
  const read = parts.map(readNumber);
  return read.includes(null) ? null : read.filter((number) => number !== null && number !== '').map(Number);
}
