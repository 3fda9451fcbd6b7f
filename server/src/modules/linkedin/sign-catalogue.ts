/**
 * Signs the endpoint catalogue, so that an extension can tell the operator's word from that of a page that was
 * taken over. Owns the key: it is made from the installation's secret, the same in every process that shares it,
 * and is stored nowhere. Replacing the secret replaces the key, which extensions then refuse until they are told.
 */
import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { Catalogue, SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';

/** The number of points of the curve P-256 (FIPS 186-4, D.1.2.3); private keys are from 1 to one less. */
const CURVE_ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n;
/** Half as long again as a key: what the remainder favours is then too little to measure. */
const SEED_BYTES = 48;
const KEY_BYTES = 32;
/** An uncompressed point: one byte that says so, then x and y. */
const POINT_X = 1;
const POINT_Y = POINT_X + KEY_BYTES;

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

/** @returns a signer that signs a catalogue once, however often it is asked for it */
export function createCatalogueSigner(secret: Buffer): (catalogue: Catalogue) => SignedCatalogue {
  const key = deriveSigningKey(secret);
  let last: { readonly catalogue: Catalogue; readonly signed: SignedCatalogue } | undefined;
  return (catalogue) => {
    if (last?.catalogue !== catalogue) last = { catalogue, signed: signDocument(key, JSON.stringify(catalogue)) };
    return last.signed;
  };
}

function signDocument({ privateKey, publicKey }: SigningKey, document: string): SignedCatalogue {
  // WebCrypto knows no other form of a signature than r and s in a row.
  const signature = sign('sha256', Buffer.from(document), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { document, signature: signature.toString('base64url'), publicKey };
}

function deriveSigningKey(secret: Buffer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'leadloom catalogue signature v1', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (CURVE_ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: d.toString('base64url'),
    x: point.subarray(POINT_X, POINT_Y).toString('base64url'),
    y: point.subarray(POINT_Y).toString('base64url'),
  };
  return { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') };
}
