/**
 * Which rows are drawn where many are scrolled through: those in sight, and some before and after them. The others are empty
 * height, since all rows are equally high. Tells the owner which rows are in sight.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pixelsPerWidth } from '../columns/pixels-per-width.ts';
import type { ScrolledRows } from '../data-grid-props.ts';
import { COMPACT_ROW_PIXELS, HEADER_PIXELS } from '../grid-measures.ts';
import { useLatest } from '../use-latest.ts';

/** The number of rows drawn before and after those in sight, twice as many as the keys pass at once. */
const MARGIN = 20;
/** Rows that come into sight before others are drawn: fewer would draw at every turn of the wheel. */
const STEP = 10;
/** The number of rows that are drawn until the height is known. */
const UNKNOWN_ROWS = 40;

/** The rows from `start` up to, but not including, `end`; counted from 0, which is the first row that can be scrolled to. */
export interface RowWindow {
  readonly start: number;
  readonly end: number;
}

/**
 * @param target the row to which another `jump` scrolls, counted like those of the window
 * @param isPrinting nothing is in sight: on paper all rows are
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  scrolled: ScrolledRows | undefined,
  target: number,
  isPrinting: boolean,
): RowWindow {
  const jump = scrolled?.jump;
  const count = scrolled?.count ?? 0;
  const [drawn, setDrawn] = useState(() => ({ jump, ...windowAround(target, UNKNOWN_ROWS) }));
  const sight = useRef({ rows: UNKNOWN_ROWS, pixels: COMPACT_ROW_PIXELS, jumpTop: 0 });
  const latest = useLatest(isPrinting ? undefined : scrolled);
  const shown = drawn.jump === jump ? drawn : { jump, ...windowAround(target, sight.current.rows) };
  if (shown !== drawn) setDrawn(shown);

  const update = useRef(() => {
    const element = scroller.current;
    const rows = latest.current;
    if (element === null || rows === undefined || rows.count === 0) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const first = Math.min(rows.count - 1, Math.round(scrollTop / sight.current.pixels));
    const last = Math.min(rows.count, first + sight.current.rows) - 1;
    rows.onSight({
      first: rows.from + first,
      last: rows.from + last,
      isEnd: clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - 1,
      isJump: Math.abs(scrollTop - sight.current.jumpTop) < 1,
    });
    setDrawn((known) => {
      const isDrawn = known.start <= Math.max(0, first - STEP) && known.end >= Math.min(rows.count, last + 1 + STEP);
      return isDrawn ? known : { jump: known.jump, ...windowAround(first, sight.current.rows) };
    });
  });

  /** The row to scroll to once the box can be scrolled, which its styles may bring later; null: it is there. */
  const waiting = useRef<number | null>(null);
  const placeAt = useRef((row: number) => {
    const element = scroller.current;
    if (element === null) return;
    const top = row * sight.current.pixels;
    element.scrollTo({ top });
    sight.current.jumpTop = element.scrollTop;
    const most = element.scrollHeight - element.clientHeight;
    waiting.current = element.scrollTop < top - 1 && (most <= 0 || element.scrollTop < most - 1) ? row : null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a jump scrolls
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || jump === undefined) return;
    sight.current.pixels = COMPACT_ROW_PIXELS * pixelsPerWidth();
    placeAt.current(target);
    update.current();
  }, [scroller, jump]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may be in sight once there are more
  useEffect(() => update.current(), [count]);

  const isScrolled = scrolled !== undefined;
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isScrolled) return;
    const onScroll = (): void => {
      waiting.current = null;
      update.current();
    };
    const observer = new ResizeObserver(() => {
      if (latest.current === undefined) return;
      const pixels = COMPACT_ROW_PIXELS * pixelsPerWidth();
      const room = element.clientHeight - HEADER_PIXELS * pixelsPerWidth();
      if (room > 0) sight.current = { ...sight.current, pixels, rows: Math.max(1, Math.floor(room / pixels)) };
      if (waiting.current !== null) placeAt.current(waiting.current);
      update.current();
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, isScrolled, latest]);

  return { start: Math.min(shown.start, count), end: Math.min(shown.end, count) };
}

function windowAround(first: number, inSight: number): RowWindow {
  return { start: Math.max(0, first - MARGIN), end: first + inSight + MARGIN };
}
