/**
 * The installation's secrets and the keys derived from them. A new secret is put in front of the old ones: what is made
 * from then on is made with it, and what was made before remains valid as long as its secret is kept.
 */
import { hkdfSync } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET_TEXT = /^[0-9a-f]{64}$/i;

/** Secrets of 32 bytes, the newest first. The first signs and seals; all verify and open. */
export type SecretRing = readonly [Buffer, ...Buffer[]];

/** Keys of 32 bytes for one purpose, in the order of the secrets. */
export type KeyRing = readonly [Buffer, ...Buffer[]];

/** @param purpose a value made for one purpose can never pass for another */
export function deriveKeys(secrets: SecretRing, purpose: string): KeyRing {
  const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', `leadloom ${purpose} v1`, 32));
  const [newest, ...older] = secrets;
  return [derive(newest), ...older.map(derive)];
}

/**
 * The secret by which others know this installation: extensions that carry its key, and the payment provider. It does not
 * change when a new secret is put in front.
 */
export function oldestOf(secrets: SecretRing): Buffer {
  return secrets.at(-1) ?? secrets[0];
}

/**
 * @param entries hexadecimal, the newest first
 * @throws {Error} that says which entry is wrong, and nothing of its content
 */
export function parseSecrets(entries: readonly string[]): SecretRing {
  const wrong = entries.findIndex((entry) => !SECRET_TEXT.test(entry));
  if (wrong !== -1) throw new Error(`entry ${wrong + 1} is not ${2 * SECRET_BYTES} hexadecimal digits`);
  return toRing(entries.map((entry) => Buffer.from(entry, 'hex')));
}

/** @throws {Error} where there is no secret or one of another length */
export function toRing([newest, ...older]: readonly Buffer[]): SecretRing {
  if (newest === undefined) throw new Error('it holds no secret');
  const wrong = [newest, ...older].find(({ length }) => length !== SECRET_BYTES);
  if (wrong !== undefined) throw new Error(`${wrong.length} bytes instead of ${SECRET_BYTES}`);
  return [newest, ...older];
}
