/** The options of `pnpm bench tables`. */
import { resolve } from 'node:path';
import { wholeNumber } from '../whole-number.ts';

/** Options in the form that `parseArgs` takes. */
export const tablesOptions = {
  /** Companies to measure on; twice for a comparison of two sizes. */
  rows: { type: 'string', multiple: true },
  /** A directory whose data is used again and kept. */
  keep: { type: 'string' },
  /** Parts to run; all where absent. */
  only: { type: 'string', multiple: true },
  /** How long many connections send requests. */
  seconds: { type: 'string' },
} as const;

export const tablesParts = [
  'import',
  'list',
  'marks',
  'crm',
  'pages',
  'totals',
  'ask',
  'changes',
  'export',
  'load',
  'crowd',
] as const;
export type TablesPart = (typeof tablesParts)[number];

export interface TablesChoice {
  /** Ascending, each once. */
  readonly sizes: readonly number[];
  /** Absolute; null: a temporary one. */
  readonly keep: string | null;
  readonly parts: ReadonlySet<TablesPart>;
  readonly seconds: number;
}

interface TablesValues {
  readonly rows?: readonly string[] | undefined;
  readonly keep?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly seconds?: string | undefined;
}

const DEFAULT_ROWS = '1000000';
const DEFAULT_SECONDS = '60';
/** Smaller tables have no hundredth page. */
const FEWEST_ROWS = 5_000;

/** @throws {Error} naming the invalid option */
export function readTablesChoice({
  rows = [DEFAULT_ROWS],
  keep,
  only = tablesParts,
  seconds = DEFAULT_SECONDS,
}: TablesValues): TablesChoice {
  const sizes = [...new Set(rows.map((text) => wholeNumber('--rows', text, FEWEST_ROWS)))].sort((one, other) => one - other);
  const parts = only.map((name) => {
    const part = tablesParts.find((candidate) => candidate === name);
    if (part === undefined) throw new Error(`--only: there is no part ${name}; there are ${tablesParts.join(', ')}`);
    return part;
  });
  return {
    sizes,
    keep: keep === undefined ? null : resolve(keep),
    parts: new Set(parts),
    seconds: wholeNumber('--seconds', seconds, 1),
  };
}
