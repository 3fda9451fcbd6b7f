/**
 * What the directory at the end of a ZIP archive lists. Local headers are used only to find the bytes, so an archive cannot
 * show other files than other programs see. Pure.
 */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { ARCHIVE_DAMAGED, type ArchiveEntry, NAME_OUTSIDE, refuseTooMany } from '@leadloom/shared/workbook/read/archive-rules';

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const LOCKED_FLAGS = 0x1 | 0x40;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry extends ArchiveEntry {
  readonly isDeflated: boolean;
  /** As they are in the archive. @throws {UnreadableContent} if they are not in it */
  readonly packed: () => Uint8Array<ArrayBuffer>;
}

/** @throws {UnreadableContent} */
export function readZipDirectory(archive: Uint8Array<ArrayBuffer>): readonly ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  refuseTooMany(count);
  const entries: ZipEntry[] = [];
  for (let at = start; entries.length < count; ) {
    if (at + LISTED_BYTES > end || view.getUint32(at, true) !== LISTED) throw damaged();
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const packedBytes = view.getUint32(at + 20, true);
    const local = view.getUint32(at + 42, true);
    const nameEnd = at + LISTED_BYTES + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw damaged();
    const name = nameIn(archive.subarray(at + LISTED_BYTES, nameEnd));
    if (leadsOutside(name)) throw new UnreadableContent(NAME_OUTSIDE);
    entries.push({
      name,
      packedBytes,
      bytes: view.getUint32(at + 24, true),
      crc32: view.getUint32(at + 16, true),
      isLocked: (flags & LOCKED_FLAGS) !== 0,
      isKnown: method === STORED || method === DEFLATED,
      isDeflated: method === DEFLATED,
      packed: () => {
        if (local + LOCAL_BYTES > start || view.getUint32(local, true) !== LOCAL) throw damaged();
        const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        if (from + packedBytes > start) throw damaged();
        return archive.subarray(from, from + packedBytes);
      },
    });
    at = next;
  }
  return entries;
}

/** Where the directory is described: behind it stands at most a comment. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END && view.getUint16(at + 20, true) === last - at) return at;
  throw damaged();
}

function nameIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function leadsOutside(name: string): boolean {
  return /^(?:[/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');
}

function damaged(): UnreadableContent {
  return new UnreadableContent(ARCHIVE_DAMAGED);
}
