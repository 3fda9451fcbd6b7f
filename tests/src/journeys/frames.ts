/** Looks at a screen at every frame that the browser draws, to find frames that mix two answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** A table as one frame shows it. */
export interface TableFrame {
  /** The columns of the header: their fields, or else their names. */
  readonly columns: readonly string[];
  /** The texts of the rows that have arrived, cell by cell; a cell that is still to be drawn is blank. */
  readonly rows: readonly (readonly string[])[];
  /** The text below the rows: which of how many they are. */
  readonly range: string;
  /** The column the header says the rows are sorted by, with its order. */
  readonly sort: string;
  /** Whether a press can tick a row. */
  readonly canTick: boolean;
  /** How many milliseconds it was shown. */
  readonly shownFor: number;
}

declare global {
  interface Window {
    /** What the screen shows now, as it is written into JSON. */
    lookAtFrame?: () => unknown;
    seenFrames?: { readonly frames: { readonly text: string; readonly at: number }[]; isOver: boolean };
  }
}

/** Milliseconds without another frame, without a request on its way, and with a moment of rest, after which the screen has settled. */
const QUIET = 800;
const LOOK_MILLISECONDS = 50;

/** Tells the page what a frame of it is, as `lookAtFrame` of its window. */
type Look = (page: Page) => Promise<void>;

async function lookAtTable(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.lookAtFrame = () => {
      const nameOf = (header: Element) => header.getAttribute('data-field') ?? header.textContent;
      // A placeholder holds nothing to tick.
      const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(
        (row) => !row.matches('[aria-hidden]') && row.querySelector('input[type="checkbox"]') !== null,
      );
      const sorted = document.querySelector('th[aria-sort]:not([aria-sort="none"])');
      return {
        columns: [...document.querySelectorAll('thead th')].slice(1).map(nameOf),
        rows: rows.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)),
        range: document.querySelector('nav[aria-label="Pages"] > span')?.textContent ?? '',
        sort: sorted === null ? '' : `${nameOf(sorted)} ${sorted.getAttribute('aria-sort')}`,
        canTick: document.querySelector('tbody')?.closest('[data-outdated]') === null,
      };
    };
  });
}

/** @returns all frames from before `act` until the table has settled after it, without repetitions, the first and the last included */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<readonly TableFrame[]> {
  return (await framesSeen<Omit<TableFrame, 'shownFor'>>(page, lookAtTable, act)).map(({ frame, shownFor }) => ({
    ...frame,
    shownFor,
  }));
}

/** The same for what another look sees. @param look before each use, since a page that was loaded anew knows it no longer */
export async function framesSeen<Frame>(
  page: Page,
  look: Look,
  act: () => Promise<void>,
): Promise<readonly { readonly frame: Frame; readonly shownFor: number }[]> {
  await look(page);
  // Rows that are still to be drawn would count as another answer.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => {
    const watch: NonNullable<typeof window.seenFrames> = { frames: [], isOver: false };
    window.seenFrames = watch;
    const next = (): void => {
      const text = JSON.stringify(window.lookAtFrame?.());
      if (watch.frames.at(-1)?.text !== text) watch.frames.push({ text, at: performance.now() });
      if (!watch.isOver) requestAnimationFrame(next);
    };
    next();
  });
  const requests = watchRequests(page);
  await act();
  while (requests.quietFor() < QUIET || (await framesQuietFor(page)) < QUIET) await sleep(LOOK_MILLISECONDS);
  requests.stop();
  const frames = await page.evaluate(() => {
    const { seenFrames } = window;
    if (seenFrames === undefined) return [];
    seenFrames.isOver = true;
    return seenFrames.frames;
  });
  return frames.map(({ text, at }, index) => ({ frame: JSON.parse(text), shownFor: (frames[index + 1]?.at ?? at) - at }));
}

/** Requests of the app for data. However late its answer comes, a screen that has asked has not settled. */
function watchRequests(page: Page): { readonly quietFor: () => number; readonly stop: () => void } {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const begin = (request: Request): void => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return;
    open.add(request);
    changedAt = performance.now();
  };
  const end = (request: Request): void => {
    if (open.delete(request)) changedAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    quietFor: () => (open.size > 0 ? 0 : performance.now() - changedAt),
    stop: () => {
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
    },
  };
}

/** Milliseconds, once the page has nothing to compute; 0 while it shows what it showed first, or has more to draw. */
function framesQuietFor(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    // What was computed until then is drawn, and seen, with the next frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { frames = [] } = window.seenFrames ?? {};
    const isDrawn = document.querySelector('[aria-busy="true"]') === null;
    return isDrawn && frames.length > 1 ? performance.now() - (frames.at(-1)?.at ?? 0) : 0;
  });
}

/** The frames that show neither the first nor the last of them alone: rows, range and order of two answers, or of none. */
export function mixedFrames(frames: readonly TableFrame[]): readonly TableFrame[] {
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return [];
  return frames.filter((frame) => ![first, last].some((answer) => isPartOf(frame, answer)));
}

/** Cells may be blank, and rows below the others missing, until they are drawn. */
function isPartOf(frame: TableFrame, answer: TableFrame): boolean {
  if (frame.range !== answer.range || frame.sort !== answer.sort || frame.rows.length > answer.rows.length) return false;
  if (frame.columns.join() !== answer.columns.join()) return false;
  return frame.rows.every((cells, row) => cells.every((text, cell) => text === '' || text === answer.rows[row]?.[cell]));
}
