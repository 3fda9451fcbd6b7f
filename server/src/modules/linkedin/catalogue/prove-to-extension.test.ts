import { createHash, webcrypto } from 'node:crypto';
import { catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { extensionProofSchema, proofText } from '@leadloom/shared/linkedin/extension-proof';
import { describe, expect, it } from 'vitest';
import { createExtensionProver } from './prove-to-extension.ts';
import { deriveSigningKey } from './signing-key.ts';

const key = deriveSigningKey([createHash('sha256').update('an installation').digest()]);
const challenge = 'c'.repeat(43);
const prove = createExtensionProver(key, 'https://leads.example.com');
const proof = prove({ origin: 'https://leads.example.com', challenge });

/** Verifies as the extension does, with browser functions only. */
async function isSigned(text: string, { signature, publicKey }: { signature: string; publicKey: string }): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const imported = await webcrypto.subtle.importKey('raw', Buffer.from(publicKey, 'base64url'), algorithm, false, ['verify']);
  return webcrypto.subtle.verify(algorithm, imported, Buffer.from(signature, 'base64url'), new TextEncoder().encode(text));
}

describe('a proof for an extension', () => {
  it('a proof is a signature of the challenge and the origin, by the key that signs catalogues', async () => {
    const { fingerprint, ...rest } = proof;
    expect(extensionProofSchema.parse(rest)).toEqual(rest);
    expect(rest.publicKey).toBe(key.publicKey);
    expect(await isSigned(proofText('https://leads.example.com', challenge), proof)).toBe(true);
    expect(fingerprint).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  });

  it('a proof is invalid for another challenge or at another origin', async () => {
    expect(await isSigned(proofText('https://leads.example.com', 'd'.repeat(43)), proof)).toBe(false);
    expect(await isSigned(proofText('https://leads.example.com:8443', challenge), proof)).toBe(false);
  });

  it.each(['https://leads.example.com', 'https://x"}\n{"version":9'])('the signed text is never a catalogue (%s)', (origin) => {
    const text = proofText(origin, challenge);
    expect(() => catalogueSchema.parse(JSON.parse(text))).toThrow(SyntaxError);
  });

  it.each([
    'https://evil.example.com',
    'http://leads.example.com',
    'https://leads.example.com:8443',
    'https://leads.example.com/',
    'https://leads.example.com\nx',
    'HTTPS://LEADS.EXAMPLE.COM',
    'http://localhost:3000',
    'null',
    '',
  ])('a proof is refused for %j, which is not this server', (origin) => {
    expect(() => prove({ origin, challenge })).toThrow(expect.objectContaining({ code: 'EXTENSION.OTHER_ADDRESS' }));
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'a proof is given at %s to whoever runs the server on their own machine',
    (origin) => {
      const own = createExtensionProver(key, 'http://localhost:3000');
      expect(own({ origin, challenge }).publicKey).toBe(key.publicKey);
      expect(() => own({ origin: origin.replace('3000', '3001'), challenge })).toThrow();
    },
  );
});
