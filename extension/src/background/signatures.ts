/** Verifies a server's signature of a text. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface SignedText {
  readonly text: string;
  /** r and s, base64url. */
  readonly signature: string;
  /** The uncompressed point, base64url. */
  readonly publicKey: string;
}

/** A key that is not a point of the curve throws: then nothing was signed with it. */
export async function isSigned({ text, signature, publicKey }: SignedText): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** base64url, without padding. */
export function base64urlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
