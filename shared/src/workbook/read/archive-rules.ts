/**
 * What a ZIP archive must be to be read, whatever unpacks it: no locked or unusual files, no name twice, no sizes that are not
 * true, and nothing that decompresses to far more than tables do. Nothing is ever unpacked to a path. Pure.
 */
import { quoted } from '../../domain/cell-problem.ts';
import { UnreadableContent } from '../../domain/unreadable-content.ts';

const MAX_ENTRIES = 10_000;
/** Tables of text shrink to a tenth, of repeated text to a hundredth. */
const MAX_RATIO = 300;
const RATIO_MATTERS_FROM = 8 * 1024 * 1024;
export const ARCHIVE_DAMAGED = 'its archive is damaged or cut off';
export const NAME_OUTSIDE = 'its archive names a file outside of itself';
/** How the names of files of rows end. */
const ROWS = /\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|xlsx|xlsm)$/i;
/** What archiving programs add by themselves. */
const ADDED = /(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)/i;
const NAMED = 20;

/** A file in an archive, as the directory at its end describes it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
  readonly isLocked: boolean;
  /** Whether its compression is one that can be undone. */
  readonly isKnown: boolean;
}

export interface TextArchive {
  /** Of files, as they are written, in the order of the archive. */
  readonly names: readonly string[];
  /** As it is written there; letter case and a leading slash do not matter. null: there is none. */
  find(name: string): string | null;
  /** @param maxBytes decompressed @throws {UnreadableContent} from the first read on */
  text(name: string, maxBytes: number): AsyncIterable<string>;
}

/** @throws {UnreadableContent} */
export function refuseTooMany(entryCount: number): void {
  if (entryCount > MAX_ENTRIES)
    throw new UnreadableContent(`its archive has more than ${MAX_ENTRIES.toLocaleString('en')} entries`);
}

/** Files by their names as they are compared; folders are left out. @throws {UnreadableContent} */
export function indexEntries<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): ReadonlyMap<string, Entry> {
  const index = new Map<string, Entry>();
  for (const entry of entries) {
    if (nameOf(entry).endsWith('/')) continue;
    const key = entryKey(nameOf(entry));
    if (index.has(key)) throw new UnreadableContent('its archive holds two files of one name');
    index.set(key, entry);
  }
  return index;
}

export function entryKey(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}

interface Unpacking<Chunk extends Uint8Array> {
  readonly maxBytes: number;
  readonly unpack: () => AsyncIterable<Chunk>;
  /** The checksum so far, with one more piece. */
  readonly crc32: (bytes: Chunk, sum: number) => number;
}

/** The bytes of a file, checked against what the directory says of them. @throws {UnreadableContent} */
export async function* checkedBytes<Chunk extends Uint8Array>(
  entry: ArchiveEntry,
  { maxBytes, unpack, crc32 }: Unpacking<Chunk>,
): AsyncGenerator<Chunk> {
  if (entry.isLocked) throw new UnreadableContent('its archive is locked with a password');
  if (!entry.isKnown)
    throw new UnreadableContent('its archive is compressed in an unusual way; compress it as an ordinary ZIP file');
  if (entry.bytes > maxBytes) throw tooLarge(maxBytes);
  let bytes = 0;
  let sum = 0;
  for await (const chunk of unpack()) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    refuseBomb(bytes, entry.packedBytes);
    if (bytes > entry.bytes) throw new UnreadableContent(ARCHIVE_DAMAGED);
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (bytes !== entry.bytes || sum !== entry.crc32) throw new UnreadableContent(ARCHIVE_DAMAGED);
}

/** @throws {UnreadableContent} if so many bytes are more than a table's */
export function refuseBomb(bytes: number, packedBytes: number): void {
  if (bytes > RATIO_MATTERS_FROM && bytes > packedBytes * MAX_RATIO)
    throw new UnreadableContent(`it decompresses to more than ${MAX_RATIO} times its size`);
}

export function tooLarge(maxBytes: number): UnreadableContent {
  return new UnreadableContent(`it decompresses to more than ${Math.round(maxBytes / 1024 / 1024).toLocaleString('en')} MB`);
}

/** The files of rows, or the only file. */
export function rowFiles(names: readonly string[]): readonly string[] {
  const own = names.filter((name) => !ADDED.test(name));
  const rows = own.filter((name) => ROWS.test(name));
  return rows.length === 0 && own.length === 1 ? own : rows;
}

interface EntryChoice {
  /** null or absent: there is only one. */
  readonly entry?: string | null;
  /** Of several files, the first is read unless one is chosen. */
  readonly takesFirst?: boolean;
}

/** @param entries as `rowFiles` has them @throws {UnreadableContent} if none can be chosen */
export function chooseEntry(entries: readonly string[], { entry = null, takesFirst = false }: EntryChoice): string {
  const [first] = entries;
  if (first === undefined) throw new UnreadableContent('it is an archive without a file of rows');
  const shown = `${entries.slice(0, NAMED).map(quoted).join(', ')}${entries.length > NAMED ? ` and ${entries.length - NAMED} more` : ''}`;
  if (entry !== null) {
    if (entries.includes(entry)) return entry;
    throw new UnreadableContent(`its archive has no file ${quoted(entry)}; it holds ${shown}`);
  }
  if (entries.length === 1 || takesFirst) return first;
  throw new UnreadableContent(`it is an archive of several files; choose one of them: ${shown}`, {
    detail: `it is an archive of several files; name one of them with --entry: ${shown}`,
  });
}
