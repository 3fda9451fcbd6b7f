/**
 * What fingers do to the rows of a table, on which there is no double click and no Space: a tap opens a row, and a long press
 * selects it.
 */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long a press is before it is a long one, as on phones. */
const LONG_PRESS_MS = 500;
/** CSS pixels a resting finger may move. */
const REST = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly target: Element;
  isLong: boolean;
}

export interface TouchRows {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  /** The end of a long press is no tap. */
  readonly onClickCapture: (event: MouseEvent) => void;
}

/**
 * @param onLongPress gets what the finger is on
 * @returns handlers for what holds the rows, and whether a click is a tap
 */
export function useTouchRows(onLongPress: (target: Element) => void): {
  readonly handlers: TouchRows;
  readonly isTap: (event: MouseEvent) => boolean;
} {
  const press = useRef<Press | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function rest(): void {
    window.clearTimeout(timer.current);
  }

  function hold(): void {
    rest();
    if (press.current === null || press.current.isLong) return;
    press.current.isLong = true;
    onLongPress(press.current.target);
  }

  return {
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, target, clientX, clientY }) => {
        rest();
        // With a second finger somebody zooms.
        const isTouch = pointerType === 'touch' && isPrimary && target instanceof Element;
        press.current = isTouch ? { x: clientX, y: clientY, target, isLong: false } : null;
        if (isTouch) timer.current = window.setTimeout(hold, LONG_PRESS_MS);
      },
      onPointerMove: ({ clientX, clientY }) => {
        if (press.current !== null && Math.hypot(clientX - press.current.x, clientY - press.current.y) > REST) rest();
      },
      onPointerUp: rest,
      onPointerCancel: rest,
      onContextMenu: (event) => {
        // Some browsers notice a long press sooner.
        if (press.current === null) return;
        event.preventDefault();
        hold();
      },
      onClickCapture: (event) => {
        if (press.current?.isLong !== true) return;
        press.current = null;
        event.preventDefault();
        event.stopPropagation();
      },
    },
    // A key on a link is a click without a pointer.
    isTap: ({ detail }) => press.current !== null && detail > 0,
  };
}
