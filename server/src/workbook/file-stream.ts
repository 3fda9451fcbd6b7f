/** Streams rows as a file in the format that was asked for. */
import { Readable } from 'node:stream';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import type { WorkbookCellKind } from '@leadloom/shared/workbook/cell-xml';
import { type CsvColumn, csvStream } from '../csv/csv-stream.ts';
import { type WorkbookRow, writeWorkbook } from './write-workbook.ts';

export interface FileColumn<Row> extends CsvColumn<Row> {
  /** What its values are in a workbook; text where absent. */
  readonly kind?: WorkbookCellKind;
}

interface FileOptions {
  readonly format: FileFormat;
  /** The name of a workbook's sheet. */
  readonly title: string;
  /** For CSV: spreadsheets need it to read UTF-8; programs that call with an API key do not want it. */
  readonly byteOrderMark: boolean;
}

/** @param batches arrays of rows; an error in them fails the stream, so a partial file never looks complete */
export function fileStream<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { format, title, byteOrderMark }: FileOptions,
): Readable {
  if (format === 'csv') return csvStream(columns, batches, { byteOrderMark });
  const form = { title, columns: columns.map(({ header, kind = 'text' }) => ({ header, kind })) };
  return Readable.from(workbookBytes(writeWorkbook(form, textRows(columns, batches))), { objectMode: false });
}

async function* textRows<Row>(
  columns: readonly FileColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<readonly WorkbookRow[]> {
  for await (const rows of batches)
    yield rows.map((row) =>
      columns.map(({ value }) => {
        const cell = value(row);
        return cell === null ? null : String(cell);
      }),
    );
}

async function* workbookBytes(chunks: ReturnType<typeof writeWorkbook>): AsyncGenerator<Buffer> {
  for await (const { bytes } of chunks) yield bytes;
}
