/**
 * A random version 4 UUID. `crypto.randomUUID` exists on secure origins only; a server reached by
 * plain http inside a home network is none, and its pages still need ids nobody can guess.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => withVersion(byte, index).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** RFC 9562: the high bits of bytes 6 and 8 say "version 4" and "variant 1". */
function withVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  if (index === 8) return (byte & 0x3f) | 0x80;
  return byte;
}
