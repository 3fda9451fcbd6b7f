/**
 * Streams rows as CSV. Batches are pulled only as fast as the reader takes them, so memory stays the
 * size of one batch and no database connection waits for a slow reader.
 */
import { Readable } from 'node:stream';
import { type CsvValue, csvLine } from '@leadloom/shared/domain/csv-line';

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

interface CsvStreamOptions {
  /** Spreadsheets need it to read UTF-8; programs that call with an API key do not want it. */
  readonly byteOrderMark: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** @param batches arrays of rows; an error in them fails the stream, so a partial file never looks complete */
export function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  options: CsvStreamOptions,
): Readable {
  return Readable.from(csvText(columns, batches, options), { objectMode: false });
}

async function* csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  options: CsvStreamOptions,
): AsyncGenerator<Buffer> {
  const header = csvLine(columns.map((column) => column.header));
  yield Buffer.from(options.byteOrderMark ? BYTE_ORDER_MARK + header : header);
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield Buffer.from(rows.map((row) => csvLine(columns.map((column) => column.value(row)))).join(''));
  }
}
