/** Lets only one process at a time build a target in this folder: others wait for its end. */
import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryClaim } from '../../server/src/process/claims.ts';
import { root } from './run.ts';

/** Random milliseconds, so that two waiting processes do not try at the same moments. */
const PAUSE = { least: 20, most: 250 };

/** @param name of the target's files @param onWait called once if somebody else builds it */
export async function withBuildLock<Result>(name: string, onWait: () => void, work: () => Promise<Result>): Promise<Result> {
  const directory = join(root, 'dist', '.locks', name);
  await mkdir(directory, { recursive: true });
  let isWaiting = false;
  for (;;) {
    const claim = await tryClaim(directory, `a build of ${name}`);
    if ('release' in claim) {
      try {
        return await work();
      } finally {
        await claim.release();
      }
    }
    if (!isWaiting && claim.other.isHeld) {
      isWaiting = true;
      onWait();
    }
    await sleep(randomInt(PAUSE.least, PAUSE.most));
  }
}
