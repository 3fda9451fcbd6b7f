/**
 * Renders a new page a few cells per frame. All 300 cells at once take longer than a frame, mostly for shaping
 * text, and would block the page. Visible cells come first. How many fit in a frame is learned from earlier
 * frames.
 */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * How many runs of cells are rendered in the first frame, and at least in any: fewer would take a slow machine
 * too long for a page.
 */
const INITIAL_PACE = 3;
const MIN_PACE = 1;
/**
 * A frame that took less, including layout and painting, has time for more of them; one that took longer had
 * too many.
 */
const SHORT_MS = 5;
const LONG_MS = 8;
/** If handling the event took longer than this, the cells are left to the next frame. */
const LATE_MS = 4;

/** A row and its number; null: on its way. */
export interface Line {
  readonly row: TableRow | null;
  /** From 1 for the first row of the first page. */
  readonly number: number;
}

/** What each run of columns of a row shows: the same line for all of them once the page is complete. */
export type ShownLine = readonly Line[];

/**
 * @param runCount into how many runs of columns a row is cut
 * @param isSeen whether a run is in view; asked once for every page
 */
export function useRowsInTurns(lines: readonly Line[], runCount: number, isSeen: (run: number) => boolean): readonly ShownLine[] {
  const [shown, setShown] = useState<readonly ShownLine[]>(() => wholeLines(lines, runCount));
  const pace = useRef(INITIAL_PACE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown and seen is asked when a page comes, and brings none by itself
  useEffect(() => {
    const turns = turnsOf(lines.length, runCount, isSeen).filter(({ line, run }) => !isSame(shown[line]?.[run], lines[line]));
    if (turns.length === 0) {
      if (shown.length !== lines.length) setShown(wholeLines(lines, runCount));
      return;
    }
    let done = 0;
    const show = (count: number): void => {
      const next = turns.slice(done, done + count);
      done += count;
      flushSync(() => setShown((before) => withTurns(before, lines, runCount, next)));
    };
    let mayWait = true;
    let frame = requestAnimationFrame(function turn(frameStart) {
      const start = performance.now();
      if (mayWait && start - frameStart > LATE_MS) {
        mayWait = false;
        frame = requestAnimationFrame(turn);
        return;
      }
      show(pace.current);
      // A separate task runs after the frame has been painted.
      setTimeout(() => {
        pace.current = nextPace(pace.current, performance.now() - start);
      });
      if (done < turns.length) frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, [lines, runCount]);

  return shown;
}

/** Whether these lines are shown completely, with nothing left of earlier ones. */
export function isWhole(shown: readonly ShownLine[], lines: readonly Line[]): boolean {
  return shown.length === lines.length && shown.every((runs, line) => runs.every((run) => isSame(run, lines[line])));
}

function nextPace(pace: number, frameMs: number): number {
  if (frameMs < SHORT_MS) return Math.ceil(pace * 1.5);
  return frameMs > LONG_MS ? Math.max(MIN_PACE, Math.floor(pace / 2)) : pace;
}

function isSame(one: Line | undefined, other: Line | undefined): boolean {
  return one?.row === other?.row && one?.number === other?.number;
}

function wholeLines(lines: readonly Line[], runCount: number): readonly ShownLine[] {
  return lines.map((line) => Array.from({ length: runCount }, () => line));
}

interface Turn {
  readonly line: number;
  readonly run: number;
}

/** Row by row, visible cells first. The first run counts as visible, because the row's checkbox belongs to it. */
function turnsOf(lineCount: number, runCount: number, isSeen: (run: number) => boolean): readonly Turn[] {
  const runs = Array.from({ length: runCount }, (_, run) => ({ run, isFirst: run === 0 || isSeen(run) }));
  const turnsWith = (isFirst: boolean) =>
    Array.from({ length: lineCount }, (_, line) =>
      runs.filter((run) => run.isFirst === isFirst).map(({ run }) => ({ line, run })),
    );
  return [...turnsWith(true), ...turnsWith(false)].flat();
}

function withTurns(
  before: readonly ShownLine[],
  lines: readonly Line[],
  runCount: number,
  turns: readonly Turn[],
): readonly ShownLine[] {
  const next = before.slice(0, lines.length);
  for (const { line, run } of turns) {
    const target = lines[line];
    if (target === undefined) continue;
    const blank = { row: null, number: target.number };
    const current = next[line] ?? [];
    next[line] = Array.from({ length: runCount }, (_, index) => (index === run ? target : (current[index] ?? blank)));
  }
  return next;
}
