/** Files of scheduled exports in the database, part by part: every server can write and read them. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from '../../../database/database.ts';
import { inLargerChunks } from '../../../streams/larger-chunks.ts';
import { addPart, readPart } from './scheduled-exports.repository.ts';

/** Bytes of a part before it is compressed. */
const PART_BYTES = 1024 * 1024;

const compress = promisify(gzip);
const extract = promisify(gunzip);

/** Bytes of a file as it is and as it is stored. */
interface StoredSizes {
  readonly plain: number;
  readonly stored: number;
}

/** The file has more bytes than its account may still store. */
export class NoRoomError extends Error {}

/** @throws {NoRoomError} beyond `room`; what was stored stays */
export async function storeFile(
  database: Database,
  fileId: number,
  content: AsyncIterable<Buffer>,
  room: number,
): Promise<StoredSizes> {
  let [plain, stored, part] = [0, 0, 0];
  for await (const bytes of inLargerChunks(content, PART_BYTES)) {
    const packed = await compress(bytes);
    plain += bytes.length;
    stored += packed.length;
    if (stored > room) throw new NoRoomError();
    await addPart(database, fileId, part, packed);
    part += 1;
  }
  return { plain, stored };
}

/** The bytes of a file. A gzip file may consist of several, so the stored parts form one already. */
export async function* readFile(database: Database, fileId: number, isGzip: boolean): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const packed = await readPart(database, fileId, part);
    if (packed === null) return;
    yield isGzip ? packed : await extract(packed);
  }
}
