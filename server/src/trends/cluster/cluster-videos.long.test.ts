import { expect, it } from 'vitest';
import { compareWithPlain } from '../testing/compare-with-plain.ts';

/** Set `TREND_RUNS` for more. */
const RUNS = Number(process.env.TREND_RUNS ?? 90_000);
const SEED = 20_260_105;

it('ninety thousand runs find the clusters of the plain algorithm', () => {
  const { runs, borders, differences } = compareWithPlain(RUNS, SEED);
  expect(differences).toEqual([]);
  expect(runs).toBeGreaterThanOrEqual(RUNS);
  expect(borders).toBeGreaterThan(RUNS / 4);
}, 1_800_000);
