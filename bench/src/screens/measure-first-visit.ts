/** One visit of a screen with an empty cache. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { root } from '../../../scripts/lib/run.ts';

const built = join(root, 'dist', 'web');
/** After the last request, what comes late has moved the page by then. */
const QUIET_MS = 700;

export interface FirstVisit {
  /** Packed with gzip. */
  readonly scriptBytes: number;
  readonly requests: number;
  /** As browsers add it up. */
  readonly layoutShift: number;
  /** In milliseconds, of the tasks after the last request. */
  readonly longestTask: number;
}

interface Seen {
  readonly shift: number;
  readonly longest: number;
}

export async function measureFirstVisit(page: Page, path: string): Promise<FirstVisit> {
  const requests: Request[] = [];
  const note = (request: Request): number => requests.push(request);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  page.on('request', note);
  try {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const settled = await page.evaluate(() => performance.now());
    await page.waitForTimeout(QUIET_MS);
    const { shift, longest } = await page.evaluate(readEntries, settled);
    const scripts = new Set(requests.map((request) => new URL(request.url()).pathname).filter((name) => name.endsWith('.js')));
    return {
      scriptBytes: [...scripts].reduce((sum, name) => sum + packedSize(name), 0),
      requests: requests.filter((request) => /^https?:/.test(request.url())).length,
      layoutShift: shift,
      longestTask: longest,
    };
  } finally {
    page.off('request', note);
    await devtools.detach();
  }
}

/** Runs in the page: shifts are added up in windows of at most five seconds without a pause of one, and the worst counts. */
async function readEntries(after: number): Promise<Seen> {
  const read = (type: string): Promise<readonly PerformanceEntry[]> =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(list.getEntries());
      });
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve([]), 200);
    });
  let worst = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const entry of await read('layout-shift')) {
    if (Reflect.get(entry, 'hadRecentInput') === true) continue;
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) {
      sum = 0;
      first = entry.startTime;
    }
    last = entry.startTime;
    sum += Number(Reflect.get(entry, 'value'));
    worst = Math.max(worst, sum);
  }
  const tasks = (await read('longtask')).filter(({ startTime }) => startTime > after);
  return { shift: worst, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

function packedSize(pathname: string): number {
  const file = join(built, pathname.replace(/^\/app\//, ''));
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? gzipSync(readFileSync(file), { level: 9 }).length : 0;
}
