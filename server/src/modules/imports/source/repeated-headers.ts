/**
 * Finds lines of a CSV file that repeat its header: files that were put together from several hold it again, often with a few
 * names changed. Such a line is no row. A row in which one cell happens to hold the name of its column is one.
 */
import type { HeaderMapper } from '@leadloom/shared/tables/header-mapper';
import type { CsvRecord } from '../../../csv/csv-records.ts';

export interface RepeatedHeaders {
  /** Counts the line, if it repeats the header. */
  isHeader(record: CsvRecord): boolean;
  /** Notices about the lines so far, for the report. */
  notices(): readonly string[];
}

/** @param header null: the file has none */
export function findRepeatedHeaders(header: CsvRecord | null, mapper: HeaderMapper): RepeatedHeaders {
  const names = (header?.cells ?? []).map((cell) => cell.toLowerCase());
  const needed = Math.max(2, Math.floor(names.filter((name) => name.trim() !== '').length / 2) + 1);
  let fields: readonly (string | null)[] | null = null;
  let found = 0;
  let first = 0;

  /** Blanks around names, and other words for the same columns, count, too. */
  function countAlike(cells: readonly string[]): number {
    fields ??= names.map((name) => mapper(name.trim())?.field ?? null);
    return names.filter((name, index) => {
      const cell = (cells[index] ?? '').trim();
      if (cell === '') return false;
      const field = fields?.[index] ?? null;
      return cell.toLowerCase() === name.trim() || (field !== null && mapper(cell)?.field === field);
    }).length;
  }

  function repeats({ raw, cells }: CsvRecord): boolean {
    if (header === null) return false;
    if (raw === header.raw) return true;
    // Nearly all rows end here, at the price of comparing the lengths of cells.
    const equals = (name: string, index: number) => isSame(cells[index], name);
    return (names.some(equals) || isSame(cells[0]?.trim(), names[0]?.trim() ?? '')) && countAlike(cells) >= needed;
  }

  return {
    isHeader: (record) => {
      if (!repeats(record)) return false;
      if (found === 0) first = record.line;
      found += 1;
      return true;
    },
    notices: () => {
      if (found === 0) return [];
      if (found === 1) return [`Line ${first} repeats the header and was not read.`];
      return [`${found} lines repeat the header and were not read; the first is line ${first}.`];
    },
  };
}

function isSame(cell: string | undefined, name: string): boolean {
  return name !== '' && cell?.length === name.length && (cell === name || cell.toLowerCase() === name);
}
