/**
 * Delays a response until a fixed time after the start of its request, plus a random time, so that its duration
 * does not reveal what was done.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sleepUntil } from '../../../time/sleep-until.ts';

/** Longer than registration and reset requests take on an idle server. */
export const ANSWER_FLOOR_MILLISECONDS = 60;
const JITTER_MILLISECONDS = 20;

/** @param startedAt from `performance.now()` */
export async function holdToFloor(startedAt: number): Promise<void> {
  await sleepUntil(startedAt + ANSWER_FLOOR_MILLISECONDS);
  await sleep(randomInt(JITTER_MILLISECONDS));
}
