/**
 * A set of a table's rows by id: one bit per row, in segments of 65,536 ids. A million neighbouring rows take 128 KiB.
 * `exported_rows` stores one row per segment and month.
 */

/** Ids that differ only in these lowest bits are in the same segment. */
const SEGMENT_BITS = 16;
const SEGMENT_ROWS = 1 << SEGMENT_BITS;
const SEGMENT_BYTES = SEGMENT_ROWS / 8;

/** A segment of bits: bit `id % 65536`, lowest bit of each byte first. */
export type SegmentBits = Uint8Array;

/** Segments by `id / 65536`, rounded down. Segments without rows may be present or absent. */
export type RowSet = ReadonlyMap<number, SegmentBits>;

/** The database sends the ids of a segment as pairs of bytes: `id % 65536 - 32768`. */
const OFFSET_BYTES = 2;
const SIGN = 1 << (SEGMENT_BITS - 1);

/** @param offsets `id % 65536 - 32768` of each row, as `int2send` writes it */
export function readSegment(offsets: Buffer): SegmentBits {
  const bits = new Uint8Array(SEGMENT_BYTES);
  for (let index = 0; index + 1 < offsets.length; index += OFFSET_BYTES) {
    const offset = offsets.readUInt16BE(index) ^ SIGN;
    bits[offset >> 3] = byteAt(bits, offset >> 3) | (1 << (offset & 7));
  }
  return bits;
}

/** @param offsets `id % 65536` of each row */
export function segmentOf(offsets: readonly number[]): SegmentBits {
  const bits = new Uint8Array(SEGMENT_BYTES);
  for (const offset of offsets) bits[offset >> 3] = byteAt(bits, offset >> 3) | (1 << (offset & 7));
  return bits;
}

const LINE_FEED = 0x0a;
const ZERO = 0x30;

/** The first rows of a list of ids. @param chunks of its text, one id per line */
export async function readFirstRows(chunks: AsyncIterable<Buffer>, first: number): Promise<RowSet> {
  const set = new Map<number, SegmentBits>();
  let [count, id] = [0, 0];
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (count === first) return set;
      if (byte !== LINE_FEED) {
        id = id * 10 + byte - ZERO;
        continue;
      }
      addRow(set, id);
      count += 1;
      id = 0;
    }
  }
  return set;
}

export function rowSetOf(ids: readonly number[]): RowSet {
  const set = new Map<number, SegmentBits>();
  for (const id of ids) addRow(set, id);
  return set;
}

function addRow(set: Map<number, SegmentBits>, id: number): void {
  const segment = Math.floor(id / SEGMENT_ROWS);
  const bits = set.get(segment) ?? new Uint8Array(SEGMENT_BYTES);
  const offset = id % SEGMENT_ROWS;
  bits[offset >> 3] = byteAt(bits, offset >> 3) | (1 << (offset & 7));
  set.set(segment, bits);
}

export function countRowsOf(set: RowSet): number {
  let count = 0;
  for (const bits of set.values()) for (const byte of bits) count += bitCounts[byte] ?? 0;
  return count;
}

/** Rows of `set` that are not in `other`. */
export function without(set: RowSet, other: RowSet): RowSet {
  return combine(set, other, (own, others) => own & ~others);
}

/** Rows of either. */
export function union(set: RowSet, other: RowSet): RowSet {
  return new Map([...other, ...combine(set, other, (own, others) => own | others)]);
}

function combine(set: RowSet, other: RowSet, operation: (own: number, others: number) => number): RowSet {
  return new Map(
    [...set].map(([segment, bits]) => {
      const others = other.get(segment);
      return [segment, others === undefined ? bits : bits.map((byte, index) => operation(byte, byteAt(others, index)))];
    }),
  );
}

function byteAt(bits: SegmentBits, index: number): number {
  return bits[index] ?? 0;
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
