/** How the rows of an export become the bytes of a file: of CSV, JSON lines, a workbook, or Parquet. */
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
import { type ParquetKind, writeParquet } from '../../parquet/write-parquet.ts';
import { writeWorkbook } from '../../workbook/write-workbook.ts';
import { readCopyText } from './copy-text.ts';
import {
  columnsOf,
  copyChosenStatements,
  copyRowsStatement,
  type ExportChoice,
  headerLine,
  type ListForm,
} from './export-sql.ts';
import { recordChunks } from './record-counter.ts';
import type { RowsChunk } from './spooled-rows.ts';

export interface ExportForm {
  /** COPY … TO STDOUT, each behind the rows of the one before. Run them with `FILE_SETTINGS`. */
  readonly statements: Iterable<string>;
  /** Stands before the rows; may be empty. */
  readonly header: string;
  /** The file behind its header. @param copy what the statements send, read to its end */
  readonly chunks: (copy: AsyncIterable<Buffer>) => AsyncIterable<RowsChunk>;
}

interface FormOptions {
  /** For CSV. */
  readonly byteOrderMark: boolean;
  readonly lists?: ListForm;
  /** The ids of the rows in the file's order, where they are known; otherwise the database finds and sorts the rows. */
  readonly rowIds?: readonly number[] | null;
}

export function exportForm(choice: ExportChoice, options: FormOptions): ExportForm {
  const form = formOf(choice, options);
  const { rowIds = null } = options;
  return rowIds === null ? form : { ...form, chunks: (copy) => requireRows(form.chunks(copy), rowIds.length) };
}

/** A file may not lack rows that were charged. @throws {Error} at the end */
async function* requireRows(chunks: AsyncIterable<RowsChunk>, expected: number): AsyncGenerator<RowsChunk> {
  let rows = 0;
  for await (const chunk of chunks) {
    rows += chunk.rows;
    yield chunk;
  }
  if (rows !== expected) throw new Error(`a file has ${rows} rows instead of ${expected}`);
}

function formOf(choice: ExportChoice, { byteOrderMark, lists = 'joined', rowIds = null }: FormOptions): ExportForm {
  const isParquet = choice.format === 'parquet';
  const written = isParquet ? 'json' : lists;
  const statements = rowIds === null ? [copyRowsStatement(choice, written)] : copyChosenStatements(choice, rowIds, written);
  if (isParquet) return parquetForm(choice, statements);
  const form = { statements, header: headerLine(choice, { byteOrderMark }) };
  if (choice.format !== 'xlsx') return { ...form, chunks: recordChunks };
  const columns = columnsOf(choice).map(({ field, kind }) => ({ header: field, kind: cellKindOf(kind) }));
  return { ...form, chunks: (copy) => writeWorkbook({ title: choice.definition.title, columns }, readCopyText(copy)) };
}

function parquetForm(choice: ExportChoice, statements: Iterable<string>): ExportForm {
  const columns = columnsOf(choice).map(({ field, kind }) => ({ name: field, kind: parquetKindOf(kind) }));
  return {
    statements,
    header: '',
    chunks: (copy) => writeParquet({ columns }, readCopyText(copy)),
  };
}

function parquetKindOf(kind: ColumnKind): ParquetKind {
  switch (kind) {
    case 'list':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'date':
    case 'time':
      return kind;
    case 'money':
      return 'number';
    default:
      return 'text';
  }
}
