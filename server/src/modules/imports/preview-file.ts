/**
 * Reads a file without loading it: its form, the table it fits, what its columns mean, and how much of them can be read.
 * At most a number of rows is read.
 */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { unsafeCell } from '../../csv/safe-cell.ts';
import { AppError } from '../../http/app-error.ts';
import { type FileOptions, openSource } from './import-file.ts';
import { dayColumns, type ReadingOptions } from './load-records.ts';
import { amountUnits, unitNames } from './mapping/read-mapping.ts';
import { evidenceFor } from './mapping/table-evidence.ts';
import { beginningOf, COMPARED_ROWS } from './preview-beginning.ts';
import { judgeIds } from './rows/judge-ids.ts';
import { createRowPreparer, type PreparedRow, RowProblems } from './rows/prepare-row.ts';
import { settleDays } from './rows/settle-days.ts';
import { createCsvReader } from './source/csv-records.ts';
import { type FileContent, type OpenedContent, openContent } from './source/open-content.ts';
import type { RecordSource, SourceRecord } from './source/record-source.ts';
import { cannotBeMillions, IMPOSSIBLE_FROM } from './staging/check-amounts.ts';

/** Rows whose cells may speak for a table. */
const EVIDENCE_ROWS = 50;
const SHOWN_ROWS = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
/** Rows of which cells are counted. */
const COUNTED_ROWS = 100_000;
/** Stands in the place of a required column that nothing fills, so that the others can be shown. */
const STAND_IN = 'missing';

type PreviewOptions = FileOptions & ReadingOptions;

/** The preview of a file, whose name is not known here. */
export type FilePreview = Omit<ImportPreview, 'name'>;

/** @param table null: the one that fits best @throws {AppError} IMPORT.UNREADABLE */
export async function previewFile(
  table: TableName | null,
  bytes: AsyncIterable<Uint8Array>,
  options: PreviewOptions,
): Promise<FilePreview> {
  const opened = await openContent(bytes, { ...options, takesFirst: true });
  try {
    return await previewContent(table, opened, options);
  } finally {
    await opened.close();
  }
}

async function previewContent(
  table: TableName | null,
  { content, sheets, sheet, entries, entry }: OpenedContent,
  options: PreviewOptions,
): Promise<FilePreview> {
  const { begin, all, encoding } = await beginningOf(content);
  const fits = await compareTables(begin, options);
  const [best] = fits;
  const chosen = table ?? best?.table ?? tableNames[0];
  const definition = tableByName(chosen);
  const hasHeader = options.hasHeader ?? !(await looksHeaderless(definition, begin, options));
  const settled = { ...options, hasHeader };
  const missing = await missingIn(definition, begin, settled);
  const source = await openSource(definition, all, withStandIns(settled, missing));
  const read = await readPreview(definition, source, settled);
  const form = content.kind === 'sheet' ? ({ format: 'xlsx', separator: null } as const) : {};
  const parts = { sheets: [...sheets], sheet, entries: [...entries], entry };
  return {
    ...read,
    ...form,
    ...parts,
    table: chosen,
    fits,
    encoding: options.encoding ?? encoding,
    has_header: hasHeader,
    missing,
  };
}

/** The part of the headers that mean columns, and of the rows that would be loaded. */
async function compareTables(begin: () => FileContent, options: PreviewOptions): Promise<ImportPreview['fits']> {
  const fits: { table: TableName; fit: number }[] = [];
  for (const table of tableNames) fits.push({ table, fit: await fitOf(tableByName(table), begin, options) });
  return fits.sort((one, other) => other.fit - one.fit);
}

async function fitOf(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<number> {
  try {
    const source = await openSource(definition, begin(), { ...options, mapping: {} });
    const preparer = createRowPreparer(definition, source.fields, source);
    const cellsOf = cellReaderOf(source);
    const seen: (readonly string[])[] = [];
    let rows = 0;
    let loaded = 0;
    try {
      for await (const batch of source.records) {
        for (const record of batch.slice(0, COMPARED_ROWS - rows)) {
          rows += 1;
          if (seen.length < EVIDENCE_ROWS) seen.push([...cellsOf(record).values()]);
          if (record.problem === undefined && !(preparer.prepare(record.cells) instanceof RowProblems)) loaded += 1;
        }
        if (rows >= COMPARED_ROWS) break;
      }
    } catch (error) {
      // The beginning of a list of JSON is no whole document.
      if (rows === 0 || !(error instanceof AppError)) throw error;
    }
    const columns = Object.values(source.mapping());
    // The forms of networks name no headers: they fit as a whole.
    const known = columns.length === 0 ? 1 : columns.filter((column) => column !== null).length / columns.length;
    const evidence = columns.length === 0 ? 1 : evidenceFor(definition.name, Object.keys(source.mapping()), seen);
    return rows === 0 ? 0 : Math.round((loaded / rows) * (0.25 + 0.75 * known) * evidence * 100) / 100;
  } catch (error) {
    if (error instanceof AppError) return 0;
    throw error;
  }
}

async function looksHeaderless(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<boolean> {
  return (await refusalOf(definition, begin, options))?.includes('its first line looks like a row') ?? false;
}

/** Required columns that neither the headers nor the mapping fill. */
async function missingIn(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<string[]> {
  const refusal = await refusalOf(definition, begin, options);
  if (refusal?.includes('no column for') !== true) return [];
  const named = Object.values(options.mapping).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : entry !== null && 'column' in entry ? [entry.column] : [],
  );
  const own = new Set([...Object.keys(options.mapping), ...named]);
  const required = definition.columns.flatMap(({ field, isRequired }) => (isRequired === true && !own.has(field) ? [field] : []));
  return required.filter((field) => refusal.includes(`${field} (`));
}

async function refusalOf(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<string | null> {
  try {
    await openSource(definition, begin(), options);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.detail ?? error.message;
    throw error;
  }
}

function withStandIns(options: PreviewOptions, missing: readonly string[]): PreviewOptions {
  const constants = missing.map((field) => [field, { constant: STAND_IN }] as const);
  return { ...options, mapping: { ...options.mapping, ...Object.fromEntries(constants) } };
}

type Read = Pick<ImportPreview, 'format' | 'separator' | 'columns' | 'rows' | 'rows_read' | 'is_whole' | 'notices'>;

async function readPreview(definition: TableDefinition, source: RecordSource, options: PreviewOptions): Promise<Read> {
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
  const mapping = source.mapping();
  const headers = layout?.kind === 'csv' ? [...new Set(layout.headers)] : [...columns.keys()];
  return {
    format: layout?.kind ?? 'csv',
    separator: layout?.kind === 'csv' ? layout.delimiter : null,
    columns: headers.map((header) => {
      const { samples, filled } = columns.get(header) ?? { samples: [], filled: 0 };
      const column = mapping[header] ?? null;
      const readable = column === null ? null : Math.max(0, filled - (unreadable.get(column) ?? 0));
      if (column === null) return { header, column, samples, filled, readable };
      const unit = unitNames.find((name) => amountUnits[name] === units[column]);
      return {
        header,
        column,
        samples,
        filled,
        readable,
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
function cellReaderOf({ layout }: RecordSource): (record: SourceRecord) => ReadonlyMap<string, string> {
  if (layout?.kind !== 'csv')
    return ({ raw }) => new Map(Object.entries(objectIn(raw)).map(([key, value]) => [key, textOf(value)]));
  const { headers, delimiter } = layout;
  return ({ raw }) => {
    const reader = createCsvReader({ delimiter, endsAtReturn: false });
    const [{ cells = [] } = {}] = [...reader.read(raw), ...reader.end()];
    return new Map(headers.map((header, index) => [header, unsafeCell(cells[index] ?? '')]));
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
}
