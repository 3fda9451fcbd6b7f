/** The growth of a process's memory during some work. */
import { setTimeout as sleep } from 'node:timers/promises';

const SETTLING_MS = 3_000;
const LOOK_MS = 25;

export interface Growth<Result> {
  readonly result: Result;
  /** Bytes: the maximum during the work minus the value before. */
  readonly growth: number;
  readonly settled: number;
}

/** @param bytes of the process at this moment */
export async function growthDuring<Result>(bytes: () => Promise<number>, work: () => Promise<Result>): Promise<Growth<Result>> {
  const settled = Math.min(...(await looksUntil(bytes, sleep(SETTLING_MS))));
  const working = work();
  const most = Math.max(...(await looksUntil(bytes, working)));
  return { result: await working, growth: Math.max(0, most - settled), settled };
}

async function looksUntil(bytes: () => Promise<number>, over: Promise<unknown>): Promise<readonly number[]> {
  const looks: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  over.then(end, end);
  while (!isOver) {
    looks.push(await bytes());
    await sleep(LOOK_MS);
  }
  return looks;
}
