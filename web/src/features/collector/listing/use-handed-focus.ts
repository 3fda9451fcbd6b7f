/** Start and Stop replace each other: the one that disappears hands the focus to the other. */
import { type RefObject, useEffect, useRef } from 'react';

export function useHandedFocus(
  isRunning: boolean,
  start: RefObject<HTMLElement | null>,
  stop: RefObject<HTMLElement | null>,
): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
    if (isLost) (isRunning ? stop : start).current?.focus();
  }, [isRunning, start, stop]);
}
