/**
 * Keys of accounts, one ring per purpose. Removing a secret ends the sessions and device cookies it signed, and leaves
 * owners of a second factor it sealed only their recovery codes.
 */
import { deriveKeys, type KeyRing, type SecretRing } from '../../../crypto/secret-ring.ts';

export interface TokenKeys {
  readonly accessToken: KeyRing;
  readonly refreshToken: KeyRing;
  readonly xsrf: KeyRing;
  readonly device: KeyRing;
  /** This key encrypts; the others sign. */
  readonly secondFactor: KeyRing;
}

export function deriveTokenKeys(secrets: SecretRing): TokenKeys {
  const derive = (purpose: string): KeyRing => deriveKeys(secrets, purpose);
  return {
    accessToken: derive('access token'),
    refreshToken: derive('refresh token'),
    xsrf: derive('xsrf token'),
    device: derive('device cookie'),
    secondFactor: derive('second factor'),
  };
}
