/** What `pnpm bench api` takes besides its name: the same words as `pnpm bench tables`, one size of the data. */
import { readTablesChoice } from '../tables/options.ts';

export interface ApiChoice {
  readonly rows: number;
  /** A directory whose data is used again, and left there; null: a temporary one. */
  readonly keep: string | null;
  /** How long many connections ask at once. */
  readonly seconds: number;
}

type ApiValues = Parameters<typeof readTablesChoice>[0];

/** @throws {Error} naming the option that is wrong */
export function readApiChoice({ rows, keep, seconds, only }: ApiValues): ApiChoice {
  if (only !== undefined) throw new Error('--only: this benchmark has no parts');
  const choice = readTablesChoice({ rows, keep, seconds });
  const [size, ...others] = choice.sizes;
  if (size === undefined || others.length > 0) throw new Error('--rows: this benchmark takes one size');
  return { rows: size, keep: choice.keep, seconds: choice.seconds };
}
