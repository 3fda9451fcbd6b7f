/** Videos that make naive clustering quadratic: like spam, or one huge trend. */
import type { TermRows } from '../weights/weigh-terms.ts';
import { seededNumbers } from './seeded-numbers.ts';

export interface HostileShape {
  readonly name: string;
  readonly terms: TermRows;
  readonly days: Float64Array;
}

const WINDOW_DAYS = 30;
const TAGS = 16;
const DROPPED = 0.04;
const FEW_TAGS = 40;
const TAGS_OF_FEW = 5;

type MakeTerms = (row: number, random: () => number) => number[];

const shapes: ReadonlyMap<string, MakeTerms> = new Map<string, MakeTerms>([
  ['all identical', () => [0, 1, 2, 3, 4]],
  ['one common tag, and one of its own', (row) => [0, row + 1]],
  ['one common tag, and one shared by two', (row) => [0, Math.floor(row / 2) + 1]],
  ['near-identical', (_row, random) => maxOf(0, random)],
  ['near-identical, of two kinds in turn', (row, random) => [0, ...maxOf(1 + (row % 2) * TAGS, random)]],
  ['few tags in every combination', (_row, random) => someOf(random)],
]);

export const hostileShapeNames: readonly string[] = [...shapes.keys()];

/**
 * @param name one of `hostileShapeNames`
 * @throws {Error} for any other
 */
export function hostileShape(name: string, rows: number): HostileShape {
  const make = shapes.get(name);
  if (make === undefined) throw new Error(`no shape named ${name}`);
  const random = seededNumbers(rows);
  const offsets = new Int32Array(rows + 1);
  let termIds = new Int32Array(rows);
  let vocabulary = 0;
  let end = 0;
  for (let row = 0; row < rows; row++) {
    for (const term of make(row, random)) {
      if (end === termIds.length) {
        const larger = new Int32Array(end * 2);
        larger.set(termIds);
        termIds = larger;
      }
      termIds[end++] = term;
      vocabulary = Math.max(vocabulary, term + 1);
    }
    offsets[row + 1] = end;
  }
  const authors = Int32Array.from({ length: rows }, (_, row) => row % 97);
  const days = Float64Array.from({ length: rows }, (_, row) => (row / rows) * WINDOW_DAYS);
  return { name, terms: { rows, vocabulary, offsets, termIds: termIds.slice(0, end), authors }, days };
}

function maxOf(first: number, random: () => number): number[] {
  const tags = [first];
  for (let tag = 1; tag < TAGS; tag++) if (random() >= DROPPED) tags.push(first + tag);
  return tags;
}

function someOf(random: () => number): number[] {
  const tags = new Set<number>();
  while (tags.size < TAGS_OF_FEW) tags.add(Math.floor(random() * FEW_TAGS));
  return [...tags];
}
