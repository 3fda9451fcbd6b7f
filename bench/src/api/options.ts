/** The options of `pnpm bench api`: the same as of `pnpm bench tables`, with one size of data. */
import { readTablesChoice } from '../tables/options.ts';

export interface ApiChoice {
  readonly rows: number;
  /** A directory whose data is used again and kept; null: a temporary one. */
  readonly keep: string | null;
  /** How long many connections send requests. */
  readonly seconds: number;
}

type ApiValues = Parameters<typeof readTablesChoice>[0];

/** @throws {Error} naming the invalid option */
export function readApiChoice({ rows, keep, seconds, only }: ApiValues): ApiChoice {
  if (only !== undefined) throw new Error('--only: this benchmark has no parts');
  const choice = readTablesChoice({ rows, keep, seconds });
  const [size, ...others] = choice.sizes;
  if (size === undefined || others.length > 0) throw new Error('--rows: this benchmark takes one size');
  return { rows: size, keep: choice.keep, seconds: choice.seconds };
}
