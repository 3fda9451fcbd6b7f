/** The options of `pnpm bench import`. */
import { wholeNumber } from '../whole-number.ts';

/** The speed is judged from this many rows on. */
export const DEFAULT_ROWS = 100_000;

/** @returns the rows of each file @throws {Error} naming the invalid option */
export function readImportRows({
  rows: [rows = String(DEFAULT_ROWS)] = [],
}: {
  readonly rows?: readonly string[] | undefined;
}): number {
  return wholeNumber('--rows', rows, 1);
}
