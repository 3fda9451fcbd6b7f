/** The key by which extensions recognise the server of a data directory, for building them. */
import { join } from 'node:path';
import { deriveSigningKey, type SigningKey } from '../../server/src/modules/linkedin/catalogue/signing-key.ts';
import { openDataDir } from '../../server/src/process/data-dir.ts';
import { openSecrets, readSecrets, type SecretsPlace } from '../../server/src/process/secrets-file.ts';
import { root } from './run.ts';

/** The root commands' data directory, unless the environment sets another. */
export const defaultDataDir = join(root, '.data');

/** Creates the directory and a secret if there is none. @throws {StartError} if that fails */
export async function openServerKey(place: SecretsPlace): Promise<SigningKey> {
  await openDataDir(place.dataDir);
  return deriveSigningKey(await openSecrets(place));
}

/** The key of the server; null: no server was started on this directory yet. */
export async function readServerKey({ dataDir, secrets }: SecretsPlace): Promise<SigningKey | null> {
  const ring = secrets ?? (await readSecrets(dataDir));
  return ring === null ? null : deriveSigningKey(ring);
}
