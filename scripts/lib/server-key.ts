/** The key by which extensions know the server of a data directory, for building them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveSigningKey, type SigningKey } from '../../server/src/modules/linkedin/catalogue/signing-key.ts';
import { openDataDir, readOrCreateSecret } from '../../server/src/process/data-dir.ts';
import { root } from './run.ts';

/** The root commands' data directory, unless the environment sets another. */
export const defaultDataDir = join(root, '.data');

/** Makes the directory and its secret where there is none. @throws {StartError} when that cannot be done */
export async function openServerKey(dataDir: string): Promise<SigningKey> {
  await openDataDir(dataDir);
  return deriveSigningKey(await readOrCreateSecret(dataDir));
}

/** null: no server was started on this directory yet. */
export async function readServerKey(dataDir: string): Promise<SigningKey | null> {
  const secret = await readFile(join(dataDir, 'secret')).catch(() => null);
  return secret === null ? null : deriveSigningKey(secret);
}
