/**
 * Shows a new page a few cells a frame. All of its 300 at once are more than a frame has time for, most of it for
 * shaping text, and everything else on the page would stand still meanwhile. Cells that are seen come first. A fast
 * machine shows them within some frames, a slow one takes more and stays responsive.
 */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** For rendering cells, in each frame. Layout and painting of what was rendered take three times as long again. */
const RENDER_MS = 2;
/** A frame that has used more than this for what asked for the page leaves the cells to the next. */
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
  const [hasBegun, setHasBegun] = useState(() => hasRows(lines));

  // The very first rows replace shapes, and nothing else is going on yet: they come at once.
  if (!hasBegun && hasRows(lines)) {
    setHasBegun(true);
    setShown(wholeLines(lines, runCount));
  }

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
      show(1);
      // As many as the first one says there is time for: one by one each would cost a pass over the whole page.
      const spent = performance.now() - start;
      const more = Math.floor((RENDER_MS - spent) / Math.max(spent, 0.01));
      if (more > 0) show(more);
      if (done < turns.length) frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, [lines, runCount]);

  return shown;
}

function isSame(one: Line | undefined, other: Line | undefined): boolean {
  return one?.row === other?.row && one?.number === other?.number;
}

function hasRows(lines: readonly Line[]): boolean {
  return lines.some(({ row }) => row !== null);
}

function wholeLines(lines: readonly Line[], runCount: number): readonly ShownLine[] {
  return lines.map((line) => Array.from({ length: runCount }, () => line));
}

interface Turn {
  readonly line: number;
  readonly run: number;
}

/** Row by row, first what is seen of each. The first run counts as seen: the row's checkbox comes with it. */
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
    const wanted = lines[line];
    if (wanted === undefined) continue;
    const blank = { row: null, number: wanted.number };
    const current = next[line] ?? [];
    next[line] = Array.from({ length: runCount }, (_, index) => (index === run ? wanted : (current[index] ?? blank)));
  }
  return next;
}
