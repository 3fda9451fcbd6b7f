/**
 * The installation's secrets on disk: `DATA_DIR/secrets`, one hexadecimal line each, the newest first. Earlier versions
 * made `DATA_DIR/secret`, 32 bytes as they are, which counts where there is no `secrets`.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSecrets, type SecretRing, toRing } from '../crypto/secret-ring.ts';
import { StartError } from './start-error.ts';
import { syncDirectory } from './sync-directory.ts';

const SECRET_BYTES = 32;

/** Where an installation's secrets are. */
export interface SecretsPlace {
  readonly dataDir: string;
  /** Of the setting SECRETS; null: those on disk count. */
  readonly secrets: SecretRing | null;
}

/**
 * The secrets in force, made on the first start. All who start at the same moment get the same.
 * @throws {StartError} when the file is there and holds no secrets of ours
 */
export async function openSecrets({ dataDir, secrets }: SecretsPlace): Promise<SecretRing> {
  if (secrets !== null) return secrets;
  const known = await readSecrets(dataDir);
  if (known !== null) return known;
  await explained(pathOf(dataDir), () => createFile(dataDir));
  return openSecrets({ dataDir, secrets });
}

/** Those on disk; null before the first start. @throws {StartError} when the file holds no secrets of ours */
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
 * Puts a new secret in front, for the next start. The file is replaced as a whole, so a killed call changes nothing.
 * @returns how many there are now
 * @throws {StartError} where no server was ever started on the directory, or the file holds no secrets of ours
 */
export async function rotateSecrets(dataDir: string): Promise<number> {
  const known = await readSecrets(dataDir);
  if (known === null) throw new StartError(`DATA_DIR: ${dataDir} holds no secret yet; the first start makes one.`);
  const ring: SecretRing = [randomBytes(SECRET_BYTES), ...known];
  const path = pathOf(dataDir);
  await explained(path, async () => {
    const owner = await stat(path).catch(() => stat(earlierPathOf(dataDir)));
    const partial = await writePartial(path, ring);
    // Root may rotate for a server that runs as another user.
    if (process.getuid?.() === 0) await chown(partial, owner.uid, owner.gid);
    await rename(partial, path);
    await syncDirectory(dataDir);
    await rm(earlierPathOf(dataDir), { force: true });
  });
  return ring.length;
}

async function createFile(dataDir: string): Promise<void> {
  const partial = await writePartial(pathOf(dataDir), [randomBytes(SECRET_BYTES)]);
  // A link, unlike a rename, leaves a file that came first in place.
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

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function explained<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${path} is not usable (${reasonOf(cause)}).`, { cause });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
