/** How the rows of an export become the bytes of a file: of CSV, JSON lines, or a workbook. */
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
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
  const form = { statement: copyRowsStatement(choice, lists), header: headerLine(choice, { byteOrderMark }) };
  if (choice.format !== 'xlsx') return { ...form, chunks: recordChunks };
  const columns = columnsOf(choice).map(({ field, kind }) => ({ header: field, kind: cellKindOf(kind) }));
  return { ...form, chunks: (copy) => writeWorkbook({ title: choice.definition.title, columns }, readCopyText(copy)) };
}
