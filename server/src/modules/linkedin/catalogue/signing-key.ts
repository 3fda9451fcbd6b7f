/**
 * The key by which extensions recognise this installation. It is derived from the installation's oldest secret, equal in
 * every process that shares it, and never stored. Removing that secret replaces the key: extensions then refuse the server
 * until they are rebuilt or the user accepts the new key. It signs catalogues and proofs, whose texts cannot be confused.
 */
import { createECDH, createHash, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { fingerprintOf } from '@leadloom/shared/linkedin/extension-proof';
import { oldestOf, type SecretRing } from '../../../crypto/secret-ring.ts';

/** The order of the curve P-256 (FIPS 186-4, D.1.2.3). Private keys range from 1 to one less. */
const CURVE_ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n;
/** The seed is half as long again as a key, so that the bias of the remainder is negligible. */
const SEED_BYTES = 48;
const KEY_BYTES = 32;
/** An uncompressed point: one byte of type, then x and y. */
const POINT_X = 1;
const POINT_Y = POINT_X + KEY_BYTES;

export interface SigningKey {
  /** The uncompressed point, base64url. */
  readonly publicKey: string;
  /** A fingerprint for people to compare. */
  readonly fingerprint: string;
  /** Signs a text's UTF-8 bytes: r and s, base64url. */
  readonly sign: (text: string) => string;
}

/** Derives the key of the oldest secret, so that a new one in front leaves extensions as they are. */
export function deriveSigningKey(secrets: SecretRing): SigningKey {
  const { privateKey, publicKey } = deriveKeyPair(oldestOf(secrets));
  return {
    publicKey,
    fingerprint: fingerprintOf(createHash('sha256').update(publicKey).digest()),
    // The only signature form that WebCrypto accepts: r followed by s.
    sign: (text) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}

function deriveKeyPair(secret: Buffer): { readonly privateKey: KeyObject; readonly publicKey: string } {
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
