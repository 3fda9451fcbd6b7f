/** Measures the frame times of a page during an action. */
import type { Page } from '@playwright/test';

/** One frame at 60 a second, rounded by the clock. */
const FRAME_MS = 16.7;
/** If a frame takes longer, the display repeats the previous one. */
const MISSED_MS = 25;

export interface FrameTimes {
  readonly frames: number;
  readonly p95: number;
  readonly p99: number;
  /** The share of frames longer than 16.7 ms; the clock's jitter alone causes about half of them. */
  readonly overShare: number;
  /** The share of frames that came too late for the display. */
  readonly missedShare: number;
  /** The longest time in which the page could not respond; 0: none of 50 ms or more. */
  readonly longestTaskMs: number;
}

declare global {
  interface Window {
    frameRecorder?: { readonly times: number[]; readonly tasks: number[]; readonly stop: () => void };
  }
}

export async function recordFrames(page: Page, work: () => Promise<void>): Promise<FrameTimes> {
  await page.evaluate(() => {
    const times: number[] = [];
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    let next = requestAnimationFrame(function count(time) {
      times.push(time);
      next = requestAnimationFrame(count);
    });
    window.frameRecorder = {
      times,
      tasks,
      stop: () => {
        cancelAnimationFrame(next);
        observer.disconnect();
      },
    };
  });
  await work();
  const { times, tasks } = await page.evaluate(() => {
    const recorder = window.frameRecorder;
    recorder?.stop();
    return { times: recorder?.times ?? [], tasks: recorder?.tasks ?? [] };
  });
  return summarize(times, tasks);
}

export function summarize(times: readonly number[], tasks: readonly number[]): FrameTimes {
  const deltas = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const sorted = deltas.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const shareOver = (limit: number) => deltas.filter((delta) => delta > limit).length / deltas.length;
  return {
    frames: deltas.length,
    p95: at(0.95),
    p99: at(0.99),
    overShare: shareOver(FRAME_MS),
    missedShare: shareOver(MISSED_MS),
    longestTaskMs: Math.max(0, ...tasks),
  };
}
