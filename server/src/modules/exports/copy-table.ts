/** A table as a file for the operator: exactly the filtered rows, not charged, in a form that the import reads. */
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyInTurn } from '../../database/copy-rows.ts';
import type { Database } from '../../database/database.ts';
import { exportForm } from './export-form.ts';
import { type ExportChoice, FILE_SETTINGS } from './export-sql.ts';
import type { RowsChunk } from './spooled-rows.ts';

/**
 * Returns a stream, which must be read or destroyed. It fails when the database does, so a partial file never looks
 * complete.
 */
export async function copyTable(database: Database, choice: ExportChoice): Promise<Readable> {
  const client = await database.$client.connect();
  const output = new PassThrough();
  try {
    await client.query(`begin read only; ${FILE_SETTINGS}`);
    const { statements, header, chunks } = exportForm(choice, { byteOrderMark: false, lists: 'lossless' });
    output.write(header);
    const rows = copyInTurn(client, statements);
    // The output stream carries the error. The settings end with the connection.
    void pipeline(bytesOf(chunks(rows)), output)
      .catch(() => undefined)
      .finally(() => client.release(true));
    return output;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function* bytesOf(chunks: AsyncIterable<RowsChunk>): AsyncGenerator<Buffer> {
  for await (const { bytes } of chunks) yield bytes;
}
