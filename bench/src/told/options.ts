/** The options of `pnpm bench told`. */
import { wholeNumber } from '../whole-number.ts';

const DEFAULT_ROWS = '1000000';
/** Fewer have not enough values to filter by. */
const FEWEST_ROWS = 5_000;

/** @throws {Error} naming the invalid option */
export function readToldRows({ rows: [rows = DEFAULT_ROWS] = [] }: { readonly rows?: readonly string[] | undefined }): number {
  return wholeNumber('--rows', rows, FEWEST_ROWS);
}
