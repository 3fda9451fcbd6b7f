/** The checksum of ZIP archives. Pure. */

const POLYNOMIAL = 0xedb88320;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest;
});

/** @param sum of the bytes before; 0: there are none */
export function crc32(bytes: Uint8Array, sum: number): number {
  let rest = ~sum;
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0);
  return ~rest >>> 0;
}
