import { createHash, webcrypto } from 'node:crypto';
import { type SignedCatalogue, signedCatalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { readSignedCatalogue } from '@leadloom/shared/linkedin/read-signed-catalogue';
import { describe, expect, it } from 'vitest';
import { defaultCatalogue } from './default-catalogue.ts';
import { createCatalogueSigner } from './sign-catalogue.ts';
import { deriveSigningKey } from './signing-key.ts';

const secretOf = (text: string) => createHash('sha256').update(text).digest();
const secret = secretOf('an installation');
const signed = createCatalogueSigner(deriveSigningKey([secret]))(defaultCatalogue);

/** Verifies as the extension does, with browser functions only. */
async function isAccepted({ document, signature, publicKey }: SignedCatalogue): Promise<boolean> {
  const key = await webcrypto.subtle.importKey(
    'raw',
    Buffer.from(publicKey, 'base64url'),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const bytes = new TextEncoder().encode(document);
  return webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(signature, 'base64url'), bytes);
}

describe('a signed catalogue', () => {
  it('WebCrypto accepts a signed catalogue, which contains what was signed', async () => {
    expect(signedCatalogueSchema.parse(signed)).toEqual(signed);
    expect(await isAccepted(signed)).toBe(true);
    expect(readSignedCatalogue(signed)).toEqual(defaultCatalogue);
  });

  it('a signed catalogue is accepted whatever characters it contains', async () => {
    const odd = { ...defaultCatalogue, note: 'Grüße, 世界 🌍' };
    expect(await isAccepted(createCatalogueSigner(deriveSigningKey([secret]))(odd))).toBe(true);
  });

  it('a signed catalogue is refused after a change of one character', async () => {
    const raised = signed.document.replace(`"version":${defaultCatalogue.version}`, '"version":9');
    expect(raised).not.toBe(signed.document);
    expect(await isAccepted({ ...signed, document: raised })).toBe(false);
    expect(await isAccepted({ ...signed, document: `${signed.document} ` })).toBe(false);
    const flipped = Buffer.from(signed.signature, 'base64url');
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    expect(await isAccepted({ ...signed, signature: flipped.toString('base64url') })).toBe(false);
  });

  it('another installation has another key, and its signature is refused with ours', async () => {
    const other = createCatalogueSigner(deriveSigningKey([secretOf('another installation')]))(defaultCatalogue);
    expect(other.publicKey).not.toBe(signed.publicKey);
    expect(await isAccepted({ ...other, publicKey: signed.publicKey })).toBe(false);
  });

  it('every process of an installation has the same key', async () => {
    const elsewhere = createCatalogueSigner(deriveSigningKey([Buffer.from(secret)]))({
      ...defaultCatalogue,
      version: defaultCatalogue.version + 1,
    });
    expect(elsewhere.publicKey).toBe(signed.publicKey);
    expect(await isAccepted(elsewhere)).toBe(true);
  });

  it('every secret gives a usable key', async () => {
    for (let number = 0; number < 300; number += 1) {
      const one = createCatalogueSigner(deriveSigningKey([secretOf(`secret ${number}`)]))(defaultCatalogue);
      expect(signedCatalogueSchema.safeParse(one).success).toBe(true);
    }
    for (const byte of [0x00, 0xff]) {
      const one = createCatalogueSigner(deriveSigningKey([Buffer.alloc(32, byte)]))(defaultCatalogue);
      expect(await isAccepted(one)).toBe(true);
    }
  });

  it('a catalogue is signed once and again after a change, not for every request', () => {
    const sign = createCatalogueSigner(deriveSigningKey([secret]));
    const first = sign(defaultCatalogue);
    expect(sign(defaultCatalogue)).toBe(first);
    const changed = sign({ ...defaultCatalogue, version: defaultCatalogue.version + 1 });
    expect(changed.document).not.toBe(first.document);
    expect(sign(defaultCatalogue).signature).not.toBe(first.signature);
  });
});
