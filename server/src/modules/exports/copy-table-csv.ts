/** A table as CSV for the operator: exactly the filtered rows, not charged, in a form that the import reads. */
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../database/database.ts';
import { copyRowsStatement, type ExportChoice, FILE_SETTINGS, headerLine } from './export-sql.ts';

/**
 * Returns a stream, which must be read or destroyed. It fails when the database does, so a partial file never looks
 * complete.
 */
export async function copyTableCsv(database: Database, choice: ExportChoice): Promise<Readable> {
  const client = await database.$client.connect();
  const output = new PassThrough();
  try {
    await client.query(`begin read only; ${FILE_SETTINGS}`);
    output.write(headerLine(choice, { byteOrderMark: false }));
    const rows = client.query(copyTo(copyRowsStatement(choice, 'lossless')));
    // The output stream carries the error. The settings end with the connection.
    void pipeline(rows, output)
      .catch(() => undefined)
      .finally(() => client.release(true));
    return output;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
