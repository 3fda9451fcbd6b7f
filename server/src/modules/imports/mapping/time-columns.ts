/** Joins a day and a time of day that stand in two columns of a file. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { simplify } from '@leadloom/shared/tables/header-mapper';
import type { MappedColumn } from './map-headers.ts';

const TIME_OF_DAY = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?$/i;
const TIME_HEADERS: ReadonlySet<string> = new Set(
  ['time', 'hour', 'timeofday', 'posttime', 'posttimeofday', 'uhrzeit', 'zeit', 'heure', 'hora', 'ora'].map(simplify),
);

/** @param sampled the first rows @returns the same columns; a moment whose day and time are apart is made of both */
export function withTimes(
  definition: TableDefinition,
  columns: readonly MappedColumn[],
  { names, sampled }: { readonly names: readonly string[]; readonly sampled: readonly (readonly string[])[] },
): readonly MappedColumn[] {
  const holdsTimes = (index: number): boolean => {
    const cells = sampled.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => TIME_OF_DAY.test(cell));
  };
  const time = names.findIndex((name, index) => TIME_HEADERS.has(simplify(name)) && holdsTimes(index));
  if (time < 0) return columns;
  return columns.map((column) => {
    const isMoment = definition.columns.some(({ field, kind }) => field === column.field && kind === 'time');
    const day = [...column.from, ...(column.otherwise ?? [])].find((index) => index !== time);
    if (!isMoment || column.from.length !== 1 || day === undefined || holdsTimes(day)) return column;
    return { field: column.field, from: [day, time] };
  });
}
