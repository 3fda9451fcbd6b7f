/** The server's own directory: made on the first start, and in it the secret all token keys are derived from. */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const SECRET_BYTES = 32;

/** @throws {StartError} when the directory cannot be made or written */
export async function openDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    // Open for passing through: root runs the database inside it as another user. What is secret is 0600.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await (await open(probe, 'w', 0o600)).close();
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${reasonOf(cause)}).`, { cause });
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/**
 * Reads DATA_DIR/secret, made on the first start. Whoever starts at the same moment gets the same one.
 * @throws {StartError} when the file is there and is not a secret of ours
 */
export async function readOrCreateSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret');
  try {
    const known = await readFile(path).catch(() => null);
    const secret = known ?? (await createSecret(path));
    if (secret.length !== SECRET_BYTES) throw new Error(`${secret.length} bytes instead of ${SECRET_BYTES}`);
    await chmod(path, 0o600);
    return secret;
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${path} is not usable (${reasonOf(cause)}).`, { cause });
  }
}

async function createSecret(path: string): Promise<Buffer> {
  const partial = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(SECRET_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  // A link, unlike a rename, leaves a file that came first in place.
  await link(partial, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(partial);
  return readFile(path);
}

function reasonOf(error: unknown): string {
  return error instanceof Error
    ? 'code' in error && typeof error.code === 'string'
      ? error.code
      : error.message
    : String(error);
}
