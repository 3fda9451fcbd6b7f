import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value, for handlers that must stay the same ones so that what they are given to is not rendered again. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
