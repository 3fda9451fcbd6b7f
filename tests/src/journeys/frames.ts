/** Looks at a table at every frame that the browser draws, to find frames that mix two answers. */
import type { Page } from '@playwright/test';

/** A table as one frame shows it. */
export interface TableFrame {
  /** The names of the columns in the header. */
  readonly columns: readonly string[];
  /** The texts of the rows that have arrived, cell by cell; a cell that is still to be drawn is blank. */
  readonly rows: readonly (readonly string[])[];
  /** Below the rows: which of how many they are. */
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
    tableFrames?: { readonly frames: { readonly text: string; readonly at: number }[]; isOver: boolean };
  }
}

/** Milliseconds without another frame after which the table has settled, longer than the slowest answer. */
const QUIET = 2_500;

/** @returns all frames from before `act` until the table has settled after it, without repetitions, the first and the last included */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<readonly TableFrame[]> {
  await page.evaluate(() => {
    const watch: NonNullable<typeof window.tableFrames> = { frames: [], isOver: false };
    window.tableFrames = watch;
    const look = (): void => {
      const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr[aria-selected]')].map((row) =>
        [...row.cells].slice(1).map((cell) => cell.textContent),
      );
      const sorted = document.querySelector('th[aria-sort]:not([aria-sort="none"])');
      const body = document.querySelector('tbody');
      const frame = {
        columns: [...document.querySelectorAll('th[data-field]')].map((header) => header.getAttribute('data-field')),
        rows,
        range: document.querySelector('nav[aria-label="Pages"] > span')?.textContent ?? '',
        sort: sorted === null ? '' : `${sorted.getAttribute('data-field')} ${sorted.getAttribute('aria-sort')}`,
        canTick: body?.closest('[data-outdated]') === null,
      };
      const text = JSON.stringify(frame);
      if (watch.frames.at(-1)?.text !== text) watch.frames.push({ text, at: performance.now() });
      if (!watch.isOver) requestAnimationFrame(look);
    };
    look();
  });
  await act();
  await page.waitForFunction(
    (quiet) => {
      const { frames = [] } = window.tableFrames ?? {};
      return frames.length > 1 && performance.now() - (frames.at(-1)?.at ?? 0) > quiet;
    },
    QUIET,
    { polling: 100 },
  );
  const frames = await page.evaluate(() => {
    const { tableFrames } = window;
    if (tableFrames === undefined) return [];
    tableFrames.isOver = true;
    return tableFrames.frames;
  });
  return frames.map(({ text, at }, index): TableFrame => ({ ...JSON.parse(text), shownFor: (frames[index + 1]?.at ?? at) - at }));
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
