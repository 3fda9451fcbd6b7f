/**
 * The key of the suppression list. It is random, made once, and sealed with the installation's secrets. A rotation seals it
 * anew at the next start, so the hashes stay valid although the secrets change.
 */
import { randomBytes } from 'node:crypto';
import { deriveKeys, type SecretRing } from '../../crypto/secret-ring.ts';
import type { Connection } from '../../database/database.ts';
import { openBytes, sealBytes } from '../../database/sealed-bytes.ts';
import { addKey, countSuppressions, deleteKey, readKey, replaceKey } from './suppressions.repository.ts';

const KEY_BYTES = 32;
const PURPOSE = 'suppression list';
const OWNER = 'suppression list';

/**
 * The key, made if there is none. A key that no secret opens is replaced while nothing depends on it.
 * @throws {Error} if no secret opens the key of a list: then nobody can tell who must not come back
 */
export async function openSuppressionKey(database: Connection, secrets: SecretRing): Promise<Buffer> {
  const sealed = (await readKey(database)) ?? (await addKey(database, sealKey(secrets, randomBytes(KEY_BYTES))));
  const key = openSealedKey(secrets, sealed);
  if (key !== null) return key;
  if ((await countSuppressions(database)) > 0)
    throw new Error(
      'the suppression list cannot be read: none of the secrets opens its key. Put back the secrets of this installation.',
    );
  await replaceKey(database, sealed, sealKey(secrets, randomBytes(KEY_BYTES)));
  return openSuppressionKey(database, secrets);
}

export function sealKey(secrets: SecretRing, key: Buffer): Buffer {
  return sealBytes(deriveKeys(secrets, PURPOSE), OWNER, key);
}

/** Opens the key; null: none of the secrets opens it. */
export function openSealedKey(secrets: SecretRing, sealed: Buffer): Buffer | null {
  return openBytes(deriveKeys(secrets, PURPOSE), OWNER, sealed);
}

/** @param transaction in which the list is locked and empty */
export async function adoptKey(transaction: Connection, secrets: SecretRing, key: Buffer): Promise<void> {
  await deleteKey(transaction);
  await addKey(transaction, sealKey(secrets, key));
}

/** Seals the key anew at each start: after a rotation, the older secret is no longer needed for it. */
export async function resealSuppressionKey(database: Connection, secrets: SecretRing): Promise<void> {
  const sealed = await readKey(database);
  if (sealed === null || openSealedKey([secrets[0]], sealed) !== null) return;
  const key = openSealedKey(secrets, sealed);
  if (key !== null) await replaceKey(database, sealed, sealKey(secrets, key));
}
