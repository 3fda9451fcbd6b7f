/** The figures of a chart as a file, formula-safe as exports are, and shares of a whole. Pure. */
import { type CsvValue, csvLine } from '@leadloom/shared/domain/csv-line';
import { once } from '../once.ts';
import type { Figures } from './chart-figures.ts';

const percent = once(() => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }));

export function formatShare(count: number, total: number): string {
  return percent().format(total === 0 ? 0 : count / total);
}

/**
 * One line for each cell with rows. Numbers have a point and no separators, shares are between 0 and 1.
 * @param names of the dimensions
 */
export function figuresCsv(figures: Figures, names: readonly string[], measure: string): string {
  const { entries, figureOf, isCount, total, other } = figures;
  const shareOf = (count: number): readonly CsvValue[] => (isCount ? [total === 0 ? 0 : Number((count / total).toFixed(6))] : []);
  const [rows = [], columns] = entries;
  const cells = columns === undefined ? rows.map((row) => [row]) : rows.flatMap((row) => columns.map((column) => [row, column]));
  const lines = cells.flatMap((cell) => {
    const value = figureOf(cell.map(({ piece }) => piece));
    return value === undefined ? [] : [[...cell.map(({ text }) => text), value, ...shareOf(value ?? 0)]];
  });
  // What is left out of a measure has no figure: only the number of its rows is known.
  const rest = other > 0 && isCount ? [['Other', ...names.slice(1).map(() => ''), other, ...shareOf(other)]] : [];
  return [[...names, measure, ...(isCount ? ['Share'] : [])], ...lines, ...rest].map(csvLine).join('');
}
