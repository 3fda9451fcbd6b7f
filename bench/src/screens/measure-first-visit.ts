/** One visit of a screen with an empty cache. */
import { layoutShift } from '@leadloom/tests/journeys/layout-shift';
import { type Weight, watchWeight } from '@leadloom/tests/journeys/screen-weight';
import type { Page } from '@playwright/test';

/** Parts that arrive after the last request have moved the page by then. */
const QUIET_MS = 700;

export interface FirstVisit extends Weight {
  /** The sum that browsers report. */
  readonly layoutShift: number;
  /** The elements that moved, those that moved most first. */
  readonly moved: readonly string[];
  /** Milliseconds of the longest task after the last request. */
  readonly longestTask: number;
}

export async function measureFirstVisit(page: Page, path: string): Promise<FirstVisit> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Requests of the page before do not count for this screen.
  await page.goto('about:blank');
  const { weight, stop } = watchWeight(page);
  try {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const settled = await page.evaluate(() => performance.now());
    await page.waitForTimeout(QUIET_MS);
    const { score, moved } = await layoutShift(page);
    return { ...weight(), layoutShift: score, moved, longestTask: await page.evaluate(longestTask, settled) };
  } finally {
    stop();
    await devtools.detach();
  }
}

/** Runs in the page. @returns milliseconds of the longest task that began after this moment */
async function longestTask(after: number): Promise<number> {
  const tasks = await new Promise<readonly PerformanceEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries());
    });
    observer.observe({ type: 'longtask', buffered: true });
    setTimeout(() => resolve([]), 200);
  });
  return Math.max(0, ...tasks.filter(({ startTime }) => startTime > after).map(({ duration }) => duration));
}
