/** The beginning of a large archive, for a trial that need not download the rest. */
import { constants, inflateRawSync } from 'node:zlib';
import { OpenSourceError, type OpenSourceRun } from '../open-source.ts';

const HEAD_BYTES = 256 * 1024;
/** Of what is unpacked. */
const UNPACKED_BYTES = 64 * 1024 * 1024;
const SIGNATURE = 0x04034b50;
const FIXED_BYTES = 30;
const DEFLATED = 8;

/** The first bytes of the archive's first file, unpacked; the last line or element is cut off. */
export async function readZipHead(address: string, run: OpenSourceRun): Promise<Buffer> {
  const { status, bytes, url } = await run.get(address, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` } });
  if (status !== 206 && status !== 200) throw new OpenSourceError(`${url} answered ${status}.`);
  if (bytes.length < FIXED_BYTES || bytes.readUInt32LE(0) !== SIGNATURE || bytes.readUInt16LE(8) !== DEFLATED)
    throw new OpenSourceError(`${url} is no archive whose beginning can be read. Its format may have changed.`);
  const from = FIXED_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  try {
    // The end is missing, which is an error unless one asks for what there is.
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateRawSync(bytes.subarray(from, HEAD_BYTES), { finishFlush, maxOutputLength: UNPACKED_BYTES });
  } catch (cause) {
    throw new OpenSourceError(`The beginning of ${url} cannot be unpacked.`, { cause });
  }
}
