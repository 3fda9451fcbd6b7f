/** The options of `pnpm bench trends`. */

/** Options in the form that `parseArgs` takes. */
export const trendsOptions = {
  /** Videos to measure on; several for several sizes. */
  videos: { type: 'string', multiple: true },
  /** Includes a million videos, which take scikit-learn a quarter of an hour. */
  'sklearn-at-1m': { type: 'boolean' },
  /** A Python that has scikit-learn. */
  python: { type: 'string' },
} as const;

export interface TrendsChoice {
  /** Ascending, each once. */
  readonly sizes: readonly number[];
  /** The maximum number of videos for scikit-learn. */
  readonly sklearnUpTo: number;
  readonly python: string;
}

interface TrendsValues {
  readonly videos?: readonly string[] | undefined;
  readonly 'sklearn-at-1m'?: boolean | undefined;
  readonly python?: string | undefined;
}

export const MILLION = 1_000_000;
export const HUNDRED_THOUSAND = 100_000;
const USUAL_SIZES = ['1000', '10000', '100000', '1000000'];
const FEWEST_VIDEOS = 100;

/** @throws {Error} naming the invalid option */
export function readTrendsChoice({ videos = USUAL_SIZES, 'sklearn-at-1m': isLong, python }: TrendsValues): TrendsChoice {
  const sizes = videos.map((text) => {
    const value = Number(text.replaceAll(/[_,]/g, ''));
    if (!Number.isSafeInteger(value) || value < FEWEST_VIDEOS || value > MILLION)
      throw new Error(`--videos: ${text} is no whole number from ${FEWEST_VIDEOS} to ${MILLION}`);
    return value;
  });
  return {
    sizes: [...new Set(sizes)].sort((one, other) => one - other),
    sklearnUpTo: isLong === true ? MILLION : HUNDRED_THOUSAND,
    python: python ?? 'python3',
  };
}
