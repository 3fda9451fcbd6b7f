/**
 * The installation's secrets on disk: `DATA_DIR/secrets`, one hexadecimal line each, the newest first. Earlier versions
 * created `DATA_DIR/secret` with 32 bytes, which is used if there is no `secrets`.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, link, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSecrets, type SecretRing, toRing } from '../crypto/secret-ring.ts';
import { hasCode, nullIfMissing, readIfThere } from './read-if-there.ts';
import { StartError } from './start-error.ts';
import { syncDirectory } from './sync-directory.ts';

const SECRET_BYTES = 32;

/** The location of an installation's secrets. */
export interface SecretsPlace {
  readonly dataDir: string;
  /** The setting SECRETS; null: those on disk are used. */
  readonly secrets: SecretRing | null;
}

/**
 * The current secrets, created at the first start. Servers that start at the same moment get the same ones.
 * @throws {StartError} if the file exists and contains no valid secrets
 */
export async function openSecrets({ dataDir, secrets }: SecretsPlace): Promise<SecretRing> {
  if (secrets !== null) return secrets;
  const known = await readSecrets(dataDir);
  if (known !== null) return known;
  await explained(pathOf(dataDir), () => createFile(dataDir));
  return openSecrets({ dataDir, secrets });
}

/** The secrets on disk; null before the first start. @throws {StartError} if the file contains no valid secrets */
export async function readSecrets(dataDir: string): Promise<SecretRing | null> {
  const path = pathOf(dataDir);
  const lines = await explained(path, async () => {
    const text = await readIfThere(path);
    return text === null
      ? null
      : parseSecrets(
          text
            .toString()
            .trim()
            .split(/\s*\n\s*/),
        );
  });
  const earlier = earlierPathOf(dataDir);
  const ring = lines ?? (await explained(earlier, () => readIfThere(earlier).then((bytes) => bytes && toRing([bytes]))));
  if (ring !== null) await explained(path, () => chmod(lines === null ? earlier : path, 0o600));
  return ring;
}

/**
 * Puts a new secret first, for the next start. The file is replaced atomically, so a killed call changes nothing.
 * @returns the number of secrets
 * @throws {StartError} if no server was ever started on the directory, or the file contains no valid secrets
 */
export async function rotateSecrets(dataDir: string): Promise<number> {
  const known = await readSecrets(dataDir);
  if (known === null) throw new StartError(`DATA_DIR: ${dataDir} holds no secret yet; the first start makes one.`);
  const ring: SecretRing = [randomBytes(SECRET_BYTES), ...known];
  const path = pathOf(dataDir);
  await explained(path, async () => {
    const owner = (await stat(path).catch(nullIfMissing)) ?? (await stat(earlierPathOf(dataDir)));
    const partial = await writePartial(path, ring);
    // Root may rotate secrets for a server that runs as another user.
    if (process.getuid?.() === 0) await chown(partial, owner.uid, owner.gid);
    await rename(partial, path);
    await syncDirectory(dataDir);
    await rm(earlierPathOf(dataDir), { force: true });
  });
  return ring.length;
}

async function createFile(dataDir: string): Promise<void> {
  const partial = await writePartial(pathOf(dataDir), [randomBytes(SECRET_BYTES)]);
  // A link, unlike a rename, does not replace a file that came first.
  await link(partial, pathOf(dataDir)).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await rm(partial);
  await syncDirectory(dataDir);
}

async function writePartial(path: string, ring: SecretRing): Promise<string> {
  const partial = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(ring.map((secret) => `${secret.toString('hex')}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return partial;
}

const pathOf = (dataDir: string): string => join(dataDir, 'secrets');
const earlierPathOf = (dataDir: string): string => join(dataDir, 'secret');

async function explained<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${path} is not usable (${reasonOf(cause)}).`, { cause });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
