/**
 * One server for each data directory. Each server that starts adds a claim to DATA_DIR/server.lock/ and then looks at all
 * others; if another live claim exists, it withdraws. Two servers can therefore never both hold the lock, and the claim of a
 * dead process can be removed by any server, since no name is used twice. A claim of which it cannot be found out whether its
 * process lives counts as live. Not for a directory shared between machines.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { processState } from './process-state.ts';
import { nullIfMissing } from './read-if-there.ts';
import { StartError } from './start-error.ts';

/** How long to retry when others start at the same moment. */
const CONTEST_MILLISECONDS = 3_000;
const claimSchema = z.object({ pid: z.int(), stamp: z.string(), url: z.string(), isHeld: z.boolean() });
type Claim = z.infer<typeof claimSchema>;

export interface ServerLock {
  release(): Promise<void>;
}

/**
 * @param url the address of this server, for other servers that find the lock
 * @throws {StartError} naming the server that holds it
 */
export async function takeServerLock(dataDir: string, url: string): Promise<ServerLock> {
  const directory = join(dataDir, 'server.lock');
  await openDirectory(directory);
  const name = randomBytes(8).toString('hex');
  const own: Claim = { pid: process.pid, stamp: ownStamp(dataDir), url, isHeld: false };
  const release = () => rm(join(directory, name), { force: true });
  const deadline = Date.now() + CONTEST_MILLISECONDS;
  for (;;) {
    await writeClaim(directory, name, own);
    const other = await findOther(directory, name);
    if (other === null) {
      await writeClaim(directory, name, { ...own, isHeld: true });
      return { release };
    }
    await release();
    if (other.isHeld || Date.now() > deadline) {
      throw new StartError(
        `A server already runs on ${dataDir}: process ${other.pid} at ${other.url}. Stop it first, or set DATA_DIR and PORT.`,
      );
    }
    await sleep(randomInt(5, 250));
  }
}

/** A claim without it would seem to be that of a dead process. */
function ownStamp(dataDir: string): string {
  const state = processState(process.pid);
  if (state.kind === 'running') return state.stamp;
  const cause = state.kind === 'unknown' ? state.cause : undefined;
  throw new StartError(`DATA_DIR: ${dataDir} cannot be locked, because the system does not say which process this is.`, {
    cause,
  });
}

async function openDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    await access(directory, constants.W_OK);
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${directory} belongs to another user or cannot be written.`, { cause });
  }
}

/** A live claim other than ours, a held one first. Claims of dead processes are removed. */
async function findOther(directory: string, own: string): Promise<Claim | null> {
  let found: Claim | null = null;
  for (const name of await readdir(directory)) {
    if (name === own || name.endsWith('.new')) continue;
    const path = join(directory, name);
    // Withdrawn meanwhile.
    const text = await readFile(path, 'utf8').catch(nullIfMissing);
    if (text === null) continue;
    const claim = readClaim(text);
    if (claim !== null && mayLive(claim)) {
      if (found === null || claim.isHeld) found = claim;
    } else await rm(path, { force: true });
  }
  return found;
}

function mayLive({ pid, stamp }: Claim): boolean {
  const state = processState(pid);
  return state.kind === 'unknown' || (state.kind === 'running' && state.stamp === stamp);
}

/** Atomically. */
async function writeClaim(directory: string, name: string, claim: Claim): Promise<void> {
  const path = join(directory, name);
  await writeFile(`${path}.new`, JSON.stringify(claim), { mode: 0o644 });
  await rename(`${path}.new`, path);
}

function readClaim(text: string): Claim | null {
  try {
    return claimSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
