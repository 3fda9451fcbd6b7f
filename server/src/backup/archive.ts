/**
 * The file of a backup: a tar archive, compressed with zstd, and encrypted in the age format where there is a passphrase.
 * `age -d backup.age | zstd -d | tar -t` lists it without Leadloom.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import * as tar from 'tar-stream';
import { StartError } from '../process/start-error.ts';

const AGE = Buffer.from('age-encryption.org/');
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export interface ArchiveEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** What opens an archive. */
export interface ArchiveKey {
  readonly passphrase: string | null;
  /**
   * The key that the passphrase gave when it opened this archive. Deriving it again takes a second or more, as is the
   * purpose of scrypt.
   */
  fileKey?: Uint8Array;
}

/** What an archive is encrypted with. */
export interface ArchiveLock {
  readonly passphrase: string;
  /**
   * scrypt's work factor, as a power of two. Where absent, age's own is used, with which deriving a key takes a second or
   * more.
   */
  readonly workFactor?: number;
}

/** SHA-256 of the content, in hexadecimal. */
export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

type AddEntry = (entry: ArchiveEntry) => Promise<void>;

/**
 * Writes entries one after the other, as fast as the target accepts them. The target is ended, or destroyed on failure.
 * @param lock null: not encrypted
 * @param fill adds the entries; each content must fit into memory
 */
export async function writeArchive(
  target: Writable,
  lock: ArchiveLock | null,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const pack = tar.pack();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const flowing = flow(pack, compress, target, lock);
  // A failed target accepts no more entries; without this a writer would wait for ever.
  const failed = flowing.then(() => Promise.reject(new Error('The archive ended before its last entry.')));
  failed.catch(() => undefined);
  const add: AddEntry = async ({ name, content }) => {
    const written = new Promise<void>((resolve, reject) => {
      pack.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([written, failed]);
  };
  try {
    await fill(add);
    pack.finalize();
  } catch (error) {
    pack.destroy(error instanceof Error ? error : new Error(String(error)));
    await flowing.catch(() => undefined);
    throw error;
  }
  await flowing;
}

async function flow(pack: tar.Pack, compress: NodeJS.ReadWriteStream, target: Writable, lock: ArchiveLock | null): Promise<void> {
  if (lock === null) return pipeline(Readable.from(pack), compress, target);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(lock.passphrase);
  if (lock.workFactor !== undefined) encrypter.setScryptWorkFactor(lock.workFactor);
  const compressed = new PassThrough();
  const compressing = pipeline(Readable.from(pack), compress, compressed);
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed) as globalThis.ReadableStream<Uint8Array>);
  await Promise.all([compressing, pipeline(Readable.fromWeb(encrypted as ReadableStream), target)]);
}

/**
 * The entries in their order, each whole in memory.
 * @param key is completed, for the next time
 * @throws {StartError} if it is not a backup, cannot be decrypted, or is truncated
 */
export async function* readArchive(source: Readable, key: ArchiveKey): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  const feeding = feed(source, key, extract);
  feeding.catch((error: unknown) => extract.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const entry of extract) {
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(Buffer.from(part as Uint8Array));
      yield { name: entry.header.name, content: Buffer.concat(parts) };
    }
    await feeding;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`The backup is damaged: ${reasonOf(error)}.`, { cause: error });
  } finally {
    source.destroy();
  }
}

async function feed(source: Readable, key: ArchiveKey, extract: tar.Extract): Promise<void> {
  const { start, whole } = await peek(source);
  const isEncrypted = start.subarray(0, AGE.length).equals(AGE);
  if (!isEncrypted && !start.subarray(0, ZSTD.length).equals(ZSTD)) throw new StartError('The file is not a backup of Leadloom.');
  const compressed = isEncrypted ? await decrypt(start, whole, key) : whole;
  await pipeline(compressed, createZstdDecompress(), async (contents: AsyncIterable<Buffer>) => {
    for await (const part of contents) if (!extract.write(part)) await once(extract, 'drain');
    extract.end(undefined);
  });
}

async function peek(source: Readable): Promise<{ readonly start: Buffer; readonly whole: Readable }> {
  const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const { value: start = Buffer.alloc(0), done = false } = await iterator.next();
  async function* all(): AsyncGenerator<Buffer> {
    yield start;
    if (!done) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { start, whole: Readable.from(all()) };
}

/** @param start holds the header */
async function decrypt(start: Buffer, encrypted: Readable, key: ArchiveKey): Promise<Readable> {
  if (key.passphrase === null) throw new StartError('The backup is encrypted. Set BACKUP_PASSPHRASE.');
  try {
    const fileKey = key.fileKey ?? (await findFileKey(start, key.passphrase));
    key.fileKey = fileKey;
    const decrypter = new Decrypter();
    // A key of another file is refused: the header is authenticated with it.
    decrypter.addIdentity({ unwrapFileKey: () => fileKey });
    const plain = await decrypter.decrypt(Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as ReadableStream);
  } catch (cause) {
    throw new StartError('The backup cannot be decrypted: BACKUP_PASSPHRASE is another one, or the file is damaged.', { cause });
  }
}

function findFileKey(start: Buffer, passphrase: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decryptHeader(start);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
