/** The columns of a file as it has them: each is one of its own, also without a name, or with the name of another. */

import { textOf } from '@leadloom/shared/domain/exact-json';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import { createCsvReader } from '../../../csv/csv-records.ts';
import type { HeaderMeaning } from '../mapping/explain-headers.ts';
import type { RecordSource, SourceRecord } from '../source/record-source.ts';

export interface FileColumn {
  readonly header: string;
  readonly meaning: HeaderMeaning;
}

export interface FileColumns {
  /** The cells of a record by the position of their column; those of later columns may be missing. */
  cellsOf(record: SourceRecord): readonly string[];
  /** Complete once all records are read. */
  all(): readonly FileColumn[];
}

const NOT_READ = { column: null, use: null, reason: 'No column has this name.' } as const;

export function fileColumnsOf(source: RecordSource): FileColumns {
  return source.layout?.kind === 'csv' ? columnsOfTable(source, source.layout) : columnsOfObjects(source);
}

function columnsOfTable(
  { meaningOfEach = [] }: RecordSource,
  { headers, delimiter }: { readonly headers: readonly string[]; readonly delimiter: string },
): FileColumns {
  return {
    cellsOf: ({ raw }) => {
      const reader = createCsvReader({ delimiter, endsAtReturn: false });
      const [{ cells = [] } = {}] = [...reader.read(raw), ...reader.end()];
      return headers.map((_, index) => unsafeCell(cells[index] ?? ''));
    },
    all: () => headers.map((header, index) => ({ header, meaning: meaningOfEach[index] ?? NOT_READ })),
  };
}

/** Keys are columns in the order in which objects bring them. */
function columnsOfObjects(source: RecordSource): FileColumns {
  const positions = new Map<string, number>();
  return {
    cellsOf: ({ raw }) => {
      const entries = Object.entries(objectIn(raw));
      for (const [key] of entries) if (!positions.has(key)) positions.set(key, positions.size);
      const cells: string[] = new Array(positions.size).fill('');
      for (const [key, value] of entries) cells[positions.get(key) ?? cells.length] = textOf(value);
      return cells;
    },
    all: () => {
      const meanings = source.meanings();
      return [...positions.keys()].map((header) => ({ header, meaning: meanings.get(header) ?? NOT_READ }));
    },
  };
}

function objectIn(raw: string): object {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
