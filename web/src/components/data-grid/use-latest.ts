import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The latest value, for handlers that must not change so that the components that get them are not rendered
 * again.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
