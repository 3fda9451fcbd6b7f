/** Joins a day and a time of day that stand in two columns of a file. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { simplify } from '@leadloom/shared/tables/header-words';
import { type FileSample, filledCells, type MappedColumn } from '@leadloom/shared/tables/mapped-column';

const TIME_OF_DAY = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?$/i;
const TIME_HEADERS: ReadonlySet<string> = new Set(
  [
    ...['time', 'hour', 'time of day', 'post time', 'posted time', 'time posted', 'created time', 'publish time'],
    ...['uhrzeit', 'zeit', 'heure', 'hora', 'ora'],
  ].map(simplify),
);

/** @returns the same columns; a moment whose day and time are apart is made of both */
export function withTimes(
  definition: TableDefinition,
  columns: readonly MappedColumn[],
  { headers, rows }: Pick<FileSample, 'headers' | 'rows'>,
): readonly MappedColumn[] {
  const holdsTimes = (index: number): boolean => {
    const cells = filledCells(rows, index);
    return cells.length > 0 && cells.every((cell) => TIME_OF_DAY.test(cell));
  };
  const time = headers.findIndex((header, index) => TIME_HEADERS.has(simplify(header)) && holdsTimes(index));
  if (time < 0) return columns;
  return columns.map((column) => {
    const isMoment = definition.columns.some(({ field, kind }) => field === column.field && kind === 'time');
    const day = [...column.from, ...(column.otherwise ?? [])].find((index) => index !== time);
    if (!isMoment || column.from.length !== 1 || day === undefined || holdsTimes(day)) return column;
    return { field: column.field, from: [day, time] };
  });
}
