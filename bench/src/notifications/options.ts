/** The options of `pnpm bench notifications`. */
import { wholeNumber } from '../whole-number.ts';

const DEFAULT_ROWS = '1000000';
/** Smaller tables have not enough values to filter by. */
const FEWEST_ROWS = 5_000;

const messageParts = ['alerts', 'deliveries'] as const;
export type MeasuredPart = (typeof messageParts)[number];

export interface NotificationChoice {
  readonly rows: number;
  readonly parts: ReadonlySet<MeasuredPart>;
}

interface Options {
  readonly rows?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
}

/** @throws {Error} naming the invalid option */
export function readNotificationChoice({ rows: [rows = DEFAULT_ROWS] = [], only = messageParts }: Options): NotificationChoice {
  const parts = only.map((name) => {
    const part = messageParts.find((candidate) => candidate === name);
    if (part === undefined) throw new Error(`--only: there is no part ${name}; there are ${messageParts.join(', ')}`);
    return part;
  });
  return { rows: wholeNumber('--rows', rows, FEWEST_ROWS), parts: new Set(parts) };
}
