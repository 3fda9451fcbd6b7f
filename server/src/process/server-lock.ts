/** One server for each data directory: its claim is in DATA_DIR/server.lock/. */
import { randomInt } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldClaim, tryClaim } from './claims.ts';
import { StartError } from './start-error.ts';

/** How long to retry when others start at the same moment. */
const CONTEST_MILLISECONDS = 3_000;

/**
 * @param url the address of this server, for other servers that find the lock
 * @throws {StartError} naming the server that holds it
 */
export async function takeServerLock(dataDir: string, url: string): Promise<HeldClaim> {
  const directory = join(dataDir, 'server.lock');
  await openDirectory(directory);
  const deadline = Date.now() + CONTEST_MILLISECONDS;
  for (;;) {
    const claim = await tryClaim(directory, url).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(`DATA_DIR: ${dataDir} cannot be locked: ${reason}.`, { cause });
    });
    if ('release' in claim) return claim;
    const { other } = claim;
    if (other.isHeld || Date.now() > deadline) {
      throw new StartError(
        `A server already runs on ${dataDir}: process ${other.pid} at ${other.url}. Stop it first, or set DATA_DIR and PORT.`,
      );
    }
    await sleep(randomInt(5, 250));
  }
}

async function openDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    await access(directory, constants.W_OK);
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${directory} belongs to another user or cannot be written.`, { cause });
  }
}
