/** Reads the rows of a preview: samples of each column, how much of its cells can be read, and the first rows as they are. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileOptions } from '../import-file.ts';
import { dayColumns, type ReadingOptions } from '../load-records.ts';
import { amountUnits, unitNames } from '../mapping/read-mapping.ts';
import { judgeIds } from '../rows/judge-ids.ts';
import { createRowPreparer, type PreparedRow, RowProblems } from '../rows/prepare-row.ts';
import { settleDays } from '../rows/settle-days.ts';
import type { RecordSource } from '../source/record-source.ts';
import { cannotBeMillions, IMPOSSIBLE_FROM } from '../staging/check-amounts.ts';
import { fileColumnsOf } from './file-columns.ts';

const SHOWN_ROWS = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
/** Rows of which cells are counted. */
const COUNTED_ROWS = 100_000;
const PART_OF_FORM = 'The rows are read in the form of the network as a whole, which may have it.';

export type PreviewOptions = FileOptions & ReadingOptions;

type Read = Pick<ImportPreview, 'format' | 'separator' | 'columns' | 'rows' | 'rows_read' | 'is_whole' | 'notices'>;

interface Tally {
  readonly samples: string[];
  filled: number;
}

/** @param source is read, as far as its rows are counted */
export async function readPreview(definition: TableDefinition, source: RecordSource, options: PreviewOptions): Promise<Read> {
  const { fields, layout, units, conventions } = source;
  const { dateOrder = null, listSeparator = null, choices = [] } = options;
  const preparer = createRowPreparer(definition, fields, { units, conventions, listSeparator, choices });
  const columns = fileColumnsOf(source);
  const tallies: Tally[] = [];
  const unreadable = new Map<string, number>();
  const amounts = createAmountTally(definition, source);
  const shown: (readonly string[])[] = [];
  let rows = 0;
  let isWhole = true;
  const judged = judgeIds(source.records, fields);
  for await (const batch of settleDays(judged, dayColumns(definition, fields), dateOrder)) {
    for (const record of batch) {
      rows += 1;
      const cells = columns.cellsOf(record);
      if (shown.length < SHOWN_ROWS) shown.push(cells);
      for (const [position, text] of cells.entries()) {
        const tally = tallies[position] ?? { samples: [], filled: 0 };
        tallies[position] = tally;
        count(tally, text);
      }
      if (record.problem !== undefined) continue;
      const prepared = preparer.prepare(record.cells);
      for (const field of unreadableIn(prepared)) unreadable.set(field, (unreadable.get(field) ?? 0) + 1);
      if (!(prepared instanceof RowProblems)) amounts.count(prepared.cells);
    }
    if (rows < COUNTED_ROWS) continue;
    isWhole = false;
    break;
  }
  const all = columns.all();
  return {
    format: layout?.kind ?? 'csv',
    separator: layout?.kind === 'csv' ? layout.delimiter : null,
    columns: all.map(({ header, meaning: { column, use, reason } }, index) => {
      const { samples, filled } = tallies[index] ?? { samples: [], filled: 0 };
      const said = column === null && source.readsForm?.() === true ? PART_OF_FORM : reason;
      const described = { position: index + 1, header, column, use, reason: said, samples, filled };
      if (column === null) return { ...described, readable: null };
      const unit = unitNames.find((name) => amountUnits[name] === units[column]);
      return {
        ...described,
        readable: Math.max(0, filled - (unreadable.get(column) ?? 0)),
        ...(unit === undefined ? {} : { unit }),
        ...(amounts.isInDollars(column) ? { proposed_unit: 'dollars' as const } : {}),
      };
    }),
    rows: shown.map((cells) => all.map((_, index) => cells[index]?.slice(0, SAMPLE_LENGTH) ?? '')),
    rows_read: rows,
    is_whole: isWhole,
    notices: [...source.notices()],
  };
}

function count(tally: Tally, text: string): void {
  if (text.trim() === '') return;
  tally.filled += 1;
  const sample = text.trim().slice(0, SAMPLE_LENGTH);
  if (tally.samples.length < SAMPLES && !tally.samples.includes(sample)) tally.samples.push(sample);
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
