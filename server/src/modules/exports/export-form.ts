/** How the rows of an export become the bytes of a file: of CSV, JSON lines, a workbook, or Parquet. */
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
import { type ParquetKind, writeParquet } from '../../parquet/write-parquet.ts';
import { writeWorkbook } from '../../workbook/write-workbook.ts';
import { readCopyText } from './copy-text.ts';
import { columnsOf, copyRowsStatement, type ExportChoice, headerLine, type ListForm } from './export-sql.ts';
import { recordChunks } from './record-counter.ts';
import type { RowsChunk } from './spooled-rows.ts';

export interface ExportForm {
  /** COPY … TO STDOUT. Run it with `FILE_SETTINGS`. */
  readonly statement: string;
  /** Stands before the rows; may be empty. */
  readonly header: string;
  /** The file behind its header. @param copy what the statement sends, read to its end */
  readonly chunks: (copy: AsyncIterable<Buffer>) => AsyncIterable<RowsChunk>;
}

interface FormOptions {
  /** For CSV. */
  readonly byteOrderMark: boolean;
  readonly lists?: ListForm;
}

export function exportForm(choice: ExportChoice, { byteOrderMark, lists = 'joined' }: FormOptions): ExportForm {
  if (choice.format === 'parquet') return parquetForm(choice);
  const form = { statement: copyRowsStatement(choice, lists), header: headerLine(choice, { byteOrderMark }) };
  if (choice.format !== 'xlsx') return { ...form, chunks: recordChunks };
  const columns = columnsOf(choice).map(({ field, kind }) => ({ header: field, kind: cellKindOf(kind) }));
  return { ...form, chunks: (copy) => writeWorkbook({ title: choice.definition.title, columns }, readCopyText(copy)) };
}

function parquetForm(choice: ExportChoice): ExportForm {
  const columns = columnsOf(choice).map(({ field, kind }) => ({ name: field, kind: parquetKindOf(kind) }));
  return {
    statement: copyRowsStatement(choice, 'json'),
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
