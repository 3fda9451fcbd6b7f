/**
 * Claims of processes on a directory. Each process that wants it adds a file and then looks at all others; if another live
 * claim exists, it withdraws. Two processes can therefore never both hold it, and the claim of a dead process can be removed
 * by any other, since no name is used twice. A claim of which it cannot be found out whether its process lives counts as live.
 * Not for a directory shared between machines.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { processState } from './process-state.ts';
import { nullIfMissing } from './read-if-there.ts';

const claimSchema = z.object({ pid: z.int(), stamp: z.string(), url: z.string(), isHeld: z.boolean() });
export type Claim = z.infer<typeof claimSchema>;

export interface HeldClaim {
  release(): Promise<void>;
}

/** Another process has the claim, or tries to get it at the same moment (`isHeld` is false). The caller may try again then. */
export interface OtherClaim {
  readonly other: Claim;
}

/**
 * Makes one attempt.
 * @param directory of the claims alone, exists @param url shows others who it is
 * @throws {Error} when the system does not say which process this is
 */
export async function tryClaim(directory: string, url: string): Promise<HeldClaim | OtherClaim> {
  const name = randomBytes(8).toString('hex');
  const own: Claim = { pid: process.pid, stamp: ownStamp(), url, isHeld: false };
  const release = () => rm(join(directory, name), { force: true });
  await writeClaim(directory, name, own);
  const other = await findOther(directory, name);
  if (other !== null) {
    await release();
    return { other };
  }
  await writeClaim(directory, name, { ...own, isHeld: true });
  return { release };
}

/** A claim without it would seem to be that of a dead process. */
function ownStamp(): string {
  const state = processState(process.pid);
  if (state.kind === 'running') return state.stamp;
  const cause = state.kind === 'unknown' ? state.cause : undefined;
  throw new Error('the system does not say which process this is', { cause });
}

/** A live claim other than ours, a held one first. Claims of dead processes are removed. */
async function findOther(directory: string, own: string): Promise<Claim | null> {
  let found: Claim | null = null;
  for (const name of await readdir(directory)) {
    if (name === own || name.endsWith('.new')) continue;
    const path = join(directory, name);
    // The process of that claim has given it up.
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

/** Writes a claim atomically. */
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
