/**
 * An archive of one file with the sizes of large files: in its local header, in the directory and at the end, 32-bit sizes
 * are filled with ones, and the real ones stand in 64 bits beside them.
 */
import { crc32, deflateRawSync } from 'node:zlib';

const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;
const VERSION = 45;
const DEFLATED = 8;

export function zip64(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const file = Buffer.from(name);
  const extra = Buffer.concat([numbers([0x0001, 2], [16, 2]), long(content.length), long(packed.length)]);
  const common = numbers([VERSION, 2], [0x0800, 2], [DEFLATED, 2], [0, 4], [crc32(content), 4], [ONES_32, 4], [ONES_32, 4]);
  const lengths = numbers([file.length, 2], [extra.length, 2]);
  const local = Buffer.concat([numbers([0x04034b50, 4]), common, lengths, file, extra]);
  const entry = Buffer.concat([
    numbers([0x02014b50, 4], [VERSION, 2]),
    common,
    lengths,
    numbers([0, 2], [0, 2], [0, 2], [0, 4], [0, 4]),
    file,
    extra,
  ]);
  const start = local.length + packed.length;
  const end64 = Buffer.concat([
    numbers([0x06064b50, 4]),
    long(44),
    numbers([VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    long(1),
    long(1),
    long(entry.length),
    long(start),
  ]);
  const locator = Buffer.concat([numbers([0x07064b50, 4], [0, 4]), long(start + entry.length), numbers([1, 4])]);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [ONES_16, 2], [ONES_16, 2], [ONES_32, 4], [ONES_32, 4], [0, 2]);
  return Buffer.concat([local, packed, entry, end64, locator, end]);
}

function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

function long(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}
