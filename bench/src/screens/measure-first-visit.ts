/** One visit of a screen with an empty cache. */
import { type Weight, watchWeight } from '@leadloom/tests/journeys/screen-weight';
import type { Page } from '@playwright/test';

/** After the last request, what comes late has moved the page by then. */
const QUIET_MS = 700;

export interface FirstVisit extends Weight {
  /** As browsers add it up. */
  readonly layoutShift: number;
  /** The elements that moved, those that moved most first. */
  readonly moved: readonly string[];
  /** In milliseconds, of the tasks after the last request. */
  readonly longestTask: number;
}

interface Seen {
  readonly shift: number;
  readonly moved: readonly string[];
  readonly longest: number;
}

export async function measureFirstVisit(page: Page, path: string): Promise<FirstVisit> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  // What the page before still asks for is not this screen's.
  await page.goto('about:blank');
  const { weight, stop } = watchWeight(page);
  try {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const settled = await page.evaluate(() => performance.now());
    await page.waitForTimeout(QUIET_MS);
    const { shift, moved, longest } = await page.evaluate(readEntries, settled);
    return { ...weight(), layoutShift: shift, moved, longestTask: longest };
  } finally {
    stop();
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
  const nameOf = (source: unknown): string => {
    const node: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, 'node') : null;
    if (!(node instanceof Element)) return 'a text or an element that is gone';
    const name = node.getAttribute('aria-label') ?? (node.textContent ?? '').trim().slice(0, 30);
    return `${node.localName} "${name}"`;
  };
  const sources = new Map<string, number>();
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
    const value = Number(Reflect.get(entry, 'value'));
    sum += value;
    worst = Math.max(worst, sum);
    const moved: unknown = Reflect.get(entry, 'sources');
    for (const one of Array.isArray(moved) ? moved : []) sources.set(nameOf(one), Math.max(sources.get(nameOf(one)) ?? 0, value));
  }
  const tasks = (await read('longtask')).filter(({ startTime }) => startTime > after);
  return {
    shift: worst,
    moved: [...sources].sort(([, one], [, other]) => other - one).map(([name]) => name),
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
  };
}
