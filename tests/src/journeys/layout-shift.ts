/** How far what stands on a page moves while the page is loaded, as browsers add it up. */
import type { Page } from '@playwright/test';

/** The most that the visit of any screen may move: less than a person could see. */
export const MOST_SHIFT = 0.0005;

export interface LayoutShift {
  /** The cumulative layout shift of the document. */
  readonly score: number;
  /** The elements that moved, those that moved most first. */
  readonly moved: readonly string[];
}

/** The shifts of everything since the document of the page was opened. */
export async function layoutShift(page: Page): Promise<LayoutShift> {
  return page.evaluate(readShifts);
}

/** Runs in the page: shifts are added up in windows of at most five seconds without a pause of one, and the worst counts. */
async function readShifts(): Promise<LayoutShift> {
  const entries = await new Promise<readonly PerformanceEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries());
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve([]), 200);
  });
  const nameOf = (source: unknown): string => {
    const node: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, 'node') : null;
    if (!(node instanceof Element)) return 'a text or an element that is gone';
    const name = node.getAttribute('aria-label') ?? (node.textContent ?? '').trim().slice(0, 30);
    return `${node.localName} "${name}"`;
  };
  const sources = new Map<string, number>();
  let score = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    if (Reflect.get(entry, 'hadRecentInput') === true) continue;
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) {
      sum = 0;
      first = entry.startTime;
    }
    last = entry.startTime;
    const value = Number(Reflect.get(entry, 'value'));
    sum += value;
    score = Math.max(score, sum);
    const moved: unknown = Reflect.get(entry, 'sources');
    for (const one of Array.isArray(moved) ? moved : []) sources.set(nameOf(one), Math.max(sources.get(nameOf(one)) ?? 0, value));
  }
  return { score, moved: [...sources].sort(([, one], [, other]) => other - one).map(([name]) => name) };
}
