/** Reads the rows of a preview: samples of each header, how much of its cells can be read, and the first rows as they are. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileOptions } from '../import-file.ts';
import { dayColumns, type ReadingOptions } from '../load-records.ts';
import { textOf } from '../mapping/fill-column.ts';
import { amountUnits, unitNames } from '../mapping/read-mapping.ts';
import { judgeIds } from '../rows/judge-ids.ts';
import { createRowPreparer, type PreparedRow, RowProblems } from '../rows/prepare-row.ts';
import { settleDays } from '../rows/settle-days.ts';
import { createCsvReader } from '../source/csv-records.ts';
import type { RecordSource, SourceRecord } from '../source/record-source.ts';
import { cannotBeMillions, IMPOSSIBLE_FROM } from '../staging/check-amounts.ts';

const SHOWN_ROWS = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
/** Rows of which cells are counted. */
const COUNTED_ROWS = 100_000;
const NOT_READ = { column: null, use: null, reason: 'No column has this name.' } as const;
const PART_OF_FORM = 'The rows are read in the form of the network as a whole, which may have it.';

export type PreviewOptions = FileOptions & ReadingOptions;

type Read = Pick<ImportPreview, 'format' | 'separator' | 'columns' | 'rows' | 'rows_read' | 'is_whole' | 'notices'>;

/** @param source is read, as far as its rows are counted */
export async function readPreview(definition: TableDefinition, source: RecordSource, options: PreviewOptions): Promise<Read> {
  const { fields, layout, units, conventions } = source;
  const { dateOrder = null, listSeparator = null, choices = [] } = options;
  const preparer = createRowPreparer(definition, fields, { units, conventions, listSeparator, choices });
  const cellsOf = cellReaderOf(source);
  const columns = new Map<string, { samples: string[]; filled: number }>();
  const unreadable = new Map<string, number>();
  const amounts = createAmountTally(definition, source);
  const shown: ReadonlyMap<string, string>[] = [];
  let rows = 0;
  let isWhole = true;
  const judged = judgeIds(source.records, fields);
  for await (const batch of settleDays(judged, dayColumns(definition, fields), dateOrder)) {
    for (const record of batch) {
      rows += 1;
      const cells = cellsOf(record);
      if (shown.length < SHOWN_ROWS) shown.push(cells);
      for (const [header, text] of cells) count(columns, header, text);
      if (record.problem !== undefined) continue;
      const prepared = preparer.prepare(record.cells);
      for (const field of unreadableIn(prepared)) unreadable.set(field, (unreadable.get(field) ?? 0) + 1);
      if (!(prepared instanceof RowProblems)) amounts.count(prepared.cells);
    }
    if (rows < COUNTED_ROWS) continue;
    isWhole = false;
    break;
  }
  const meanings = source.meanings();
  const headers = layout?.kind === 'csv' ? [...new Set(layout.headers)] : [...columns.keys()];
  return {
    format: layout?.kind ?? 'csv',
    separator: layout?.kind === 'csv' ? layout.delimiter : null,
    columns: headers.map((header) => {
      const { samples, filled } = columns.get(header) ?? { samples: [], filled: 0 };
      const { column, use, reason } = meanings.get(header) ?? NOT_READ;
      const said = column === null && source.readsForm?.() === true ? PART_OF_FORM : reason;
      const described = { header, column, use, reason: said, samples, filled };
      if (column === null) return { ...described, readable: null };
      const unit = unitNames.find((name) => amountUnits[name] === units[column]);
      return {
        ...described,
        readable: Math.max(0, filled - (unreadable.get(column) ?? 0)),
        ...(unit === undefined ? {} : { unit }),
        ...(amounts.isInDollars(column) ? { proposed_unit: 'dollars' as const } : {}),
      };
    }),
    rows: shown.map((cells) => headers.map((header) => cells.get(header)?.slice(0, SAMPLE_LENGTH) ?? '')),
    rows_read: rows,
    is_whole: isWhole,
    notices: [...source.notices()],
  };
}

function count(columns: Map<string, { samples: string[]; filled: number }>, header: string, text: string): void {
  const column = columns.get(header) ?? { samples: [], filled: 0 };
  columns.set(header, column);
  if (text.trim() === '') return;
  column.filled += 1;
  const sample = text.trim().slice(0, SAMPLE_LENGTH);
  if (column.samples.length < SAMPLES && !column.samples.includes(sample)) column.samples.push(sample);
}

/** For columns of amounts to which the mapping gives no unit: counts the amounts, and those that cannot be millions. */
function createAmountTally({ columns }: TableDefinition, { fields, units }: RecordSource) {
  const tallies = columns.flatMap(({ field, kind }) => {
    const index = kind === 'money' && units[field] === undefined ? fields.indexOf(field) : -1;
    return index < 0 ? [] : [{ field, index, filled: 0, impossible: 0 }];
  });
  return {
    /** @param cells of a prepared row, those of the file's fields first */
    count(cells: readonly unknown[]): void {
      for (const tally of tallies) {
        const amount = cells[tally.index];
        if (typeof amount !== 'number') continue;
        tally.filled += 1;
        if (Math.abs(amount) >= IMPOSSIBLE_FROM) tally.impossible += 1;
      }
    },
    isInDollars: (column: string): boolean =>
      tallies.some(({ field, filled, impossible }) => field === column && cannotBeMillions(filled, impossible)),
  };
}

/** Columns of the table whose cell in this row cannot be read. */
function unreadableIn(prepared: PreparedRow | RowProblems): readonly string[] {
  const lost = prepared instanceof RowProblems ? prepared.cells.filter(({ value }) => value !== '') : prepared.lost;
  return [...new Set(lost.map(({ field }) => field))];
}

/** The cells of a record by the names the file gives them. */
export function cellReaderOf({ layout }: RecordSource): (record: SourceRecord) => ReadonlyMap<string, string> {
  if (layout?.kind !== 'csv')
    return ({ raw }) => new Map(Object.entries(objectIn(raw)).map(([key, value]) => [key, textOf(value)]));
  const { headers, delimiter } = layout;
  return ({ raw }) => {
    const reader = createCsvReader({ delimiter, endsAtReturn: false });
    const [{ cells = [] } = {}] = [...reader.read(raw), ...reader.end()];
    const byHeader = new Map<string, string>();
    for (const [index, header] of headers.entries()) {
      // Of several columns with one header, the first filled cell is the one that is read.
      if ((byHeader.get(header) ?? '').trim() === '') byHeader.set(header, unsafeCell(cells[index] ?? ''));
    }
    return byHeader;
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
