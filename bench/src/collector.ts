/**
 * The collector over 1,000 members: how close it comes to the limit set by LinkedIn's response times, and whether the memory
 * of its page and of the extension's worker stays constant.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { heapOfBackground } from '@leadloom/tests/journeys/extension-walls/heap';
import type { BrowserContext, Page } from '@playwright/test';
import { type CollectorDownloads, measureCollector } from './collector-downloads.ts';

const PROFILES = 1_000;
const RATE_GOAL = 0.9;
const MEMORY_GOAL = 1.3;
const [FIRST, MIDDLE] = [100, 500];
const LOOKS = 5;
const LOOK_MS = 200;

interface Memory {
  readonly collected: number;
  /** Bytes still in use after a collection of garbage. */
  readonly page: number;
  readonly worker: number;
}

export async function benchCollector(): Promise<void> {
  const looks: Memory[] = [];
  const downloads = await measureCollector(PROFILES, {
    at: [FIRST, MIDDLE, PROFILES],
    onReached: async (collected, { page, context }) => {
      looks.push({
        collected,
        page: await leastOf(() => heapOfPage(page)),
        worker: await leastOf(() => heapOfBackground(context, extensionIn(context))),
      });
    },
  });
  reportRate(downloads);
  for (const { collected, page, worker } of looks)
    console.log(`collector: after ${collected} profiles the page holds ${inMiB(page)}, the worker ${inMiB(worker)}`);
  const [first, last] = [looks[0], looks.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error('memory was not looked at twice');
  reportMemory('page', last.page / first.page);
  reportMemory('worker', last.worker / first.worker);
}

function reportRate({ requests, wallMs, leastMs }: CollectorDownloads): void {
  const perMinute = (milliseconds: number) => ((PROFILES * 60_000) / milliseconds).toFixed(0);
  const ratio = leastMs / wallMs;
  console.log(`collector: ${PROFILES} profiles in ${requests} requests and ${(wallMs / 1000).toFixed(1)} s`);
  report(
    `${perMinute(wallMs)} profiles per minute where the stand-in's delays allow ${perMinute(leastMs)}: ratio ${ratio.toFixed(2)} (goal at least ${RATE_GOAL})`,
    ratio >= RATE_GOAL,
  );
}

function reportMemory(what: string, ratio: number): void {
  report(
    `memory of the ${what} after ${PROFILES} profiles against ${FIRST}: ratio ${ratio.toFixed(2)} (goal at most ${MEMORY_GOAL})`,
    ratio <= MEMORY_GOAL,
  );
}

function report(line: string, isGoalMet: boolean): void {
  console.log(`collector: ${line}`);
  if (!isGoalMet) process.exitCode = 1;
}

/** A response that is being read counts as memory in use, and is gone a moment later. */
async function leastOf(look: () => Promise<number>): Promise<number> {
  let least = await look();
  for (let more = 1; more < LOOKS; more += 1) {
    await sleep(LOOK_MS);
    least = Math.min(least, await look());
  }
  return least;
}

async function heapOfPage(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + backingStorageSize;
}

function extensionIn(context: BrowserContext): string {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('the worker is not running');
  return new URL(worker.url()).host;
}

function inMiB(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
