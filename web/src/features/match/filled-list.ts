/** Somebody's own list with columns of the rows that were found. Pure. */
import Papa from 'papaparse';
import type { Outcome } from './match-lines.ts';
import { foundBy } from './match-words.ts';
import type { ReadSource } from './read-source.ts';

/** The cells of a file of rows by their id, which is its first column. */
export function readRowsFile(text: string): ReadonlyMap<number, readonly string[]> {
  const { data } = Papa.parse(text, { delimiter: ',', skipEmptyLines: 'greedy' });
  return new Map(data.slice(1).map(([id, ...cells]) => [Number(id), cells]));
}

/**
 * All lines in their order, each with what found its row and with the row's cells.
 * @param titles of the columns
 */
export function fillIn(
  { header, rows, columns }: ReadSource,
  outcomes: ReadonlyMap<number, Outcome>,
  cells: ReadonlyMap<number, readonly string[]>,
  titles: readonly string[],
): readonly (readonly string[])[] {
  const width = Math.max(columns.width, header?.length ?? 0);
  const padded = (row: readonly string[]) => [...row, ...Array.from({ length: width - row.length }, () => '')];
  const own = header ?? Array.from({ length: width }, (_, at) => `Column ${at + 1}`);
  const taken = new Set(own.map((name) => name.toLowerCase()));
  const added = ['Matched by', ...titles].map((title) => (taken.has(title.toLowerCase()) ? `${title} (found)` : title));
  const blank = titles.map(() => '');
  const lines = rows.map((row, line) => {
    const outcome = outcomes.get(line);
    if (outcome?.kind !== 'found') return [...padded(row), '', ...blank];
    return [...padded(row), foundBy[outcome.by], ...(cells.get(outcome.id) ?? blank)];
  });
  return [[...padded(own), ...added], ...lines];
}
