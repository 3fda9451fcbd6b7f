/** The options of `pnpm bench column-store`: those of `tables` that it takes. */
import { resolve } from 'node:path';
import { wholeNumber } from '../whole-number.ts';

export interface ColumnStoreChoice {
  readonly rows: number;
  /** A directory whose data is used again and kept; null: a temporary one. */
  readonly keep: string | null;
}

const DEFAULT_ROWS = '1000000';
/** Fewer take the engine no time that could be measured. */
const FEWEST_ROWS = 100_000;

/** @throws {Error} naming the invalid option */
export function readColumnStoreChoice({
  rows: [rows = DEFAULT_ROWS] = [],
  keep,
}: {
  readonly rows?: readonly string[] | undefined;
  readonly keep?: string | undefined;
}): ColumnStoreChoice {
  return { rows: wholeNumber('--rows', rows, FEWEST_ROWS), keep: keep === undefined ? null : resolve(keep) };
}
