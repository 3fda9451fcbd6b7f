/**
 * How a page proves to the extension that its server is there and holds the key: the extension makes a
 * challenge, the server signs it together with the origin it is for, the page hands the signature back.
 * A page alone proves nothing, for any program can hold a port while the server is away.
 */
import { z } from 'zod';

/** 32 random bytes, base64url. */
export const challengeSchema = z.string().regex(/^[\w-]{43}$/);

/** The uncompressed point of a P-256 key, 65 bytes, base64url. */
export const publicKeySchema = z.string().regex(/^[\w-]{87}$/);
/** ECDSA P-256 with SHA-256: r and s, 64 bytes, base64url. */
export const signatureSchema = z.string().regex(/^[\w-]{86}$/);

export const extensionProofSchema = z.strictObject({ signature: signatureSchema, publicKey: publicKeySchema });
export type ExtensionProof = z.infer<typeof extensionProofSchema>;

/**
 * What is signed, as UTF-8. The same key signs catalogues, which are JSON: no JSON begins like this, so that
 * neither signature is ever good for the other.
 * @param origin with its port, as the browser tells it @param challenge of the form of `challengeSchema`
 */
export function proofText(origin: string, challenge: string): string {
  return `leadloom extension proof v1\n${origin}\n${challenge}`;
}

/** How many bytes of a key's digest people compare. */
const FINGERPRINT_BYTES = 16;
const HEX_GROUP = /.{4}/g;

/**
 * A key as people compare it: eight groups of four hexadecimal digits.
 * @param digest SHA-256 of the key as it is written, base64url
 */
export function fingerprintOf(digest: Uint8Array): string {
  const bytes = [...digest.subarray(0, FINGERPRINT_BYTES)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return (hex.match(HEX_GROUP) ?? []).join(' ');
}
