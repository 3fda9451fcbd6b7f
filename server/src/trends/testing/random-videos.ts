/**
 * Small sets of vectors with difficult cases: ties, duplicates, empty rows, times out of order, rows with many
 * terms.
 */
import type { Vectors } from '../weights/vectors.ts';
import { seededNumbers } from './seeded-numbers.ts';

export interface RandomVideos {
  readonly vectors: Vectors;
  readonly days: Float64Array;
}

const WINDOWS = [1, 5, 30, 90];
const HOURS = 24;

export function randomVideos(seed: number, maxRows = 120): RandomVideos {
  const random = seededNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const rows = 2 + below(maxRows);
  const terms = 2 + below(14);
  const longest = random() < 0.3 ? 14 : 5;
  const heaviest = random() < 0.5 ? 4 : 1;
  const packed = Array.from({ length: rows }, () => {
    const row = new Map<number, number>();
    const size = below(longest);
    for (let term = 0; term < size; term++) row.set(Math.floor(random() * random() * terms), 1 + below(heaviest));
    return [...row].sort(([one], [other]) => one - other);
  });
  const window = WINDOWS[below(WINDOWS.length)] ?? 1;
  // Times are whole hours, so that gaps repeat.
  const days = Float64Array.from(packed, () => below(window * HOURS) / HOURS);
  if (random() < 0.5) days.sort();
  return { vectors: packVectors(packed, terms), days };
}

/** @param rows terms with their weights, terms ascending */
export function packVectors(rows: readonly (readonly (readonly [number, number])[])[], terms: number): Vectors {
  const offsets = Int32Array.from([
    0,
    ...rows.map(
      (
        (end) => (row: readonly unknown[]) =>
          (end += row.length)
      )(0),
    ),
  ]);
  const lengths = rows.map((row) => Math.sqrt(row.reduce((sum, [, weight]) => sum + weight * weight, 0)));
  return {
    rows: rows.length,
    terms,
    offsets,
    termIds: Int32Array.from(rows.flatMap((row) => row.map(([term]) => term))),
    weights: Float64Array.from(rows.flatMap((row, at) => row.map(([, weight]) => weight / (lengths[at] ?? 1)))),
  };
}
