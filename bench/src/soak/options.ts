/** The options of `pnpm bench soak`. */
import { wholeNumber } from '../whole-number.ts';

export const soakOptions = {
  /** How long people work. */
  minutes: { type: 'string' },
  people: { type: 'string' },
  /** Adds an account that requests as much as it can. */
  hostile: { type: 'boolean' },
} as const;

export interface SoakChoice {
  readonly rows: number;
  readonly minutes: number;
  readonly people: number;
  readonly hasHostile: boolean;
}

interface SoakValues {
  readonly rows?: readonly string[] | undefined;
  readonly minutes?: string | undefined;
  readonly people?: string | undefined;
  readonly hostile?: boolean | undefined;
}

const DEFAULT_ROWS = '100000';
const DEFAULT_MINUTES = '60';
const DEFAULT_PEOPLE = '20';
/** Smaller tables have not enough values to filter by. */
const FEWEST_ROWS = 5_000;

/** @throws {Error} naming the invalid option */
export function readSoakChoice({ rows: [rows = DEFAULT_ROWS] = [], minutes, people, hostile }: SoakValues): SoakChoice {
  return {
    rows: wholeNumber('--rows', rows, FEWEST_ROWS),
    minutes: wholeNumber('--minutes', minutes ?? DEFAULT_MINUTES, 1),
    people: wholeNumber('--people', people ?? DEFAULT_PEOPLE, 1),
    hasHostile: hostile === true,
  };
}
