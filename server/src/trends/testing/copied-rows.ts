/** Rows as COPY … TO STDOUT (FORMAT binary) sends them. */
import type { RowSource } from '../thread/run-in-thread.ts';

export interface PlainVideo {
  readonly key: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly posted: number;
  readonly hashtags: readonly (string | null)[] | null;
  readonly soundId: string | null;
  readonly soundTitle: string | null;
  readonly caption: string | null;
  readonly trendId: number | null;
}

const HEAD = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const END = Buffer.from('ffff', 'hex');
const TEXT_TYPE = 25;
const EPOCH = Date.UTC(2000, 0);

export function copiedRows(videos: readonly PlainVideo[]): Buffer {
  return Buffer.concat([HEAD, ...videos.map(copiedRow), END]);
}

/** @param size of each piece */
export function inPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) => bytes.subarray(piece * size, (piece + 1) * size));
}

/** @param pieces each is copied to memory of its own */
export function rowSource(key: string, pieces: readonly Buffer[]): RowSource {
  const left = [...pieces];
  return {
    key,
    next: () => {
      const piece = left.shift();
      return Promise.resolve(piece === undefined ? null : Uint8Array.from(piece));
    },
  };
}

function copiedRow({ key, author, posted, hashtags, soundId, soundTitle, caption, trendId }: PlainVideo): Buffer {
  const fields = [
    Buffer.from(key),
    Buffer.from(author),
    eightBytes(BigInt(Math.round((posted - EPOCH) * 1_000))),
    hashtags === null ? null : list(hashtags),
    text(soundId),
    text(soundTitle),
    text(caption),
    trendId === null ? null : eightBytes(BigInt(trendId)),
  ];
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  return Buffer.concat([count, ...fields.map(withLength)]);
}

function list(values: readonly (string | null)[]): Buffer {
  if (values.length === 0) return fourBytes(0, 0, TEXT_TYPE);
  return Buffer.concat([fourBytes(1, 0, TEXT_TYPE, values.length, 1), ...values.map((value) => withLength(text(value)))]);
}

function text(value: string | null): Buffer | null {
  return value === null ? null : Buffer.from(value);
}

function withLength(field: Buffer | null): Buffer {
  return field === null ? fourBytes(-1) : Buffer.concat([fourBytes(field.length), field]);
}

function fourBytes(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    bytes.writeInt32BE(value, at * 4);
  });
  return bytes;
}

function eightBytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}
