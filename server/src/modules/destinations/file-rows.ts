/**
 * Reads the rows of a scheduled export's file again, for destinations that hold rows, and to tell which rows are new. A file that
 * begins with a column `id` names its rows by it; `ExportChoice.withId` and `openPeopleOfList` write one. Rows of a file
 * without it, from before its export had such a destination, are named by what they hold. Memory stays that of a chunk.
 */
import { createHash } from 'node:crypto';
import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import { tableByName } from '@leadloom/shared/tables/tables';
import { cellKindOf, type WorkbookCellKind } from '@leadloom/shared/workbook/cell-xml';
import { z } from 'zod';
import type { OutgoingRow, OutgoingRows } from '../../connectors/connector.ts';
import { type CsvRecord, createCsvReader } from '../../csv/csv-records.ts';
import { linesOf } from '../../csv/text-lines.ts';

/** The column that names rows, which is no column of theirs. */
export const ID_COLUMN = 'id';
/** Digits that a number keeps; more may be an id, and stay text. */
const NUMBER = /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const LIST_SEPARATOR = ', ';
const PEOPLE_NUMBERS: ReadonlySet<string> = new Set(['connection_count', 'follower_count']);

export interface RowsFile {
  readonly format: 'csv' | 'jsonl';
  /** The table's name in addresses, or that of collected people. */
  readonly table: MyTable;
  /** Reads the file's bytes, not compressed, from the beginning, any number of times. */
  readonly read: () => AsyncIterable<Buffer>;
}

type Cell = OutgoingRow['cells'][number];
interface ReadLine {
  readonly names: readonly string[];
  readonly cells: readonly Cell[];
}

/** @throws {UnreadableContent} the file is not what the export wrote */
export async function readFileRows(file: RowsFile): Promise<OutgoingRows> {
  let names: readonly string[] = [];
  for await (const line of linesIn(file)) {
    names = line.names;
    break;
  }
  const hasId = names[0] === ID_COLUMN;
  return {
    columns: hasId ? names.slice(1) : names,
    read: async function* () {
      let isFirst = file.format === 'csv';
      for await (const { cells } of linesIn(file)) {
        // The header of a CSV file comes as a line of its own, so that a file without rows has columns.
        if (!isFirst) yield rowOf(cells, hasId);
        isFirst = false;
      }
    },
  };
}

function rowOf(cells: readonly Cell[], hasId: boolean): OutgoingRow {
  const [first, ...others] = cells;
  if (hasId && typeof first === 'number') return { id: first, cells: others };
  return { id: idFrom(cells), cells };
}

/** A number that is the same for the same cells, and for others only once in 2^52. */
function idFrom(cells: readonly Cell[]): number {
  const digest = createHash('sha256').update(JSON.stringify(cells)).digest();
  return digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) & 15);
}

function linesIn(file: RowsFile): AsyncIterable<ReadLine> {
  return file.format === 'csv' ? csvLines(file) : jsonLines(file);
}

async function* csvLines({ read, table }: RowsFile): AsyncGenerator<ReadLine> {
  const reader = createCsvReader({ delimiter: ',', endsAtReturn: false });
  const kindOf = kindsOf(table);
  let names: readonly string[] | null = null;
  let kinds: readonly WorkbookCellKind[] = [];
  function* lines(records: readonly CsvRecord[]): Generator<ReadLine> {
    for (const { cells } of records) {
      if (names === null) {
        names = cells;
        kinds = cells.map(kindOf);
        yield { names, cells: [] };
      } else yield { names, cells: names.map((_, index) => csvCell(cells[index] ?? '', kinds[index] ?? 'text')) };
    }
  }
  for await (const text of textOf(read())) yield* lines(reader.read(text));
  yield* lines(reader.end());
}

const objectSchema = z.record(z.string(), z.unknown());

async function* jsonLines({ read }: RowsFile): AsyncGenerator<ReadLine> {
  for await (const lines of linesOf(textOf(read())))
    for (const line of lines) {
      if (line === '') continue;
      const object = objectSchema.parse(JSON.parse(line));
      yield { names: Object.keys(object), cells: Object.values(object).map(jsonCell) };
    }
}

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function kindsOf(table: MyTable): (column: string) => WorkbookCellKind {
  if (table === COLLECTED_PEOPLE) return (column) => (PEOPLE_NUMBERS.has(column) || column === ID_COLUMN ? 'number' : 'text');
  const kinds = new Map(tableByName(table).columns.map(({ field, kind }) => [field, cellKindOf(kind)]));
  return (column) => (column === ID_COLUMN ? 'number' : (kinds.get(column) ?? 'text'));
}

/** A cell of a CSV file: numbers and booleans as such, texts without the apostrophes that CSV needs before formulas. */
function csvCell(text: string, kind: WorkbookCellKind): Cell {
  if (text === '') return null;
  if (kind === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return kind === 'text' ? unsafeCell(text) : text;
}

function jsonCell(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String).join(LIST_SEPARATOR) || null : JSON.stringify(value);
}
