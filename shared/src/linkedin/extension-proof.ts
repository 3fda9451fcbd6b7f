/**
 * How a page proves to the extension that its server holds the key: the extension creates a challenge, the
 * server signs it together with the origin, and the page returns the signature. A page alone proves nothing,
 * because any program can listen on the port while the server is down.
 */
import * as z from 'zod/mini';

/** 32 random bytes, base64url. */
export const challengeSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** The uncompressed point of a P-256 key, 65 bytes, base64url. */
export const publicKeySchema = z.string().check(z.regex(/^[\w-]{87}$/));
/** ECDSA P-256 with SHA-256: r and s, 64 bytes, base64url. */
export const signatureSchema = z.string().check(z.regex(/^[\w-]{86}$/));

export const extensionProofSchema = z.strictObject({ signature: signatureSchema, publicKey: publicKeySchema });
export type ExtensionProof = z.infer<typeof extensionProofSchema>;

/**
 * The signed text, as UTF-8. The same key signs catalogues, which are JSON. No JSON starts like this text, so
 * neither signature can stand in for the other.
 * @param origin with its port, as the browser reports it
 * @param challenge as in `challengeSchema`
 */
export function proofText(origin: string, challenge: string): string {
  return `leadloom extension proof v1\n${origin}\n${challenge}`;
}

/** How many bytes of a key's digest people compare. */
const FINGERPRINT_BYTES = 16;
const HEX_GROUP = /.{4}/g;

/**
 * A key in the form people compare: eight groups of four hexadecimal digits.
 * @param digest SHA-256 of the base64url text of the key
 */
export function fingerprintOf(digest: Uint8Array): string {
  const bytes = [...digest.subarray(0, FINGERPRINT_BYTES)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return (hex.match(HEX_GROUP) ?? []).join(' ');
}
