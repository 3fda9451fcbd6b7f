/**
 * A handler that stays the same function and always calls the latest one. Forms make their handlers anew whenever a letter
 * is typed; with this, the fields that did not change are not rendered again. It must not be called while rendering.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';

export function useSteady<Args extends readonly unknown[]>(
  handler: ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args) => latest.current?.(...args), []);
}
