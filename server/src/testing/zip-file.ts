/** ZIP files of tests, written by hand so that they can be wrong. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** 8 deflates, 0 stores; others are written as 0 is. */
  readonly method?: number;
  /** 1: encrypted. */
  readonly flags?: number;
  /** What the headers say instead of the truth. */
  readonly claims?: { readonly size?: number; readonly packedSize?: number; readonly sum?: number };
}

const UTF8_NAMES = 0x800;

export function zipOf(entries: readonly ZipEntry[], { entryCount = entries.length } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0, claims = {} } of entries) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const written = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags | UTF8_NAMES, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(claims.sum ?? crc32(bytes), 10);
    shared.writeUInt32LE(claims.packedSize ?? packed.length, 14);
    shared.writeUInt32LE(claims.size ?? bytes.length, 18);
    shared.writeUInt16LE(written.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, written, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, rest, written]));
    files.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, index, end]);
}
