import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What does not fit is behind a button, which takes room itself. */
const MOST_PASSES = 3;

/**
 * How many children of a wrapping line did not fit into its first one. They are measured between the page's layout and
 * its painting: any earlier, the page would be laid out once for this alone.
 * @param line within an element of its own, which it does not widen
 * @param content changes whenever the children do
 */
export function useOverflowCount(line: RefObject<HTMLElement | null>, content: string): number {
  const [count, setCount] = useState(0);
  const latest = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content may fit or not
  useLayoutEffect(() => {
    const element = line.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const observer = new ResizeObserver(() => {
      for (let pass = 0; pass < MOST_PASSES; pass += 1) {
        const next = countBelow(element);
        if (next === latest.current) return;
        latest.current = next;
        flushSync(() => setCount(next));
      }
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [line, content]);
  return count;
}

function countBelow(line: HTMLElement): number {
  const children = [...line.children].filter((child) => child instanceof HTMLElement);
  const top = children[0]?.offsetTop ?? 0;
  return children.filter((child) => child.offsetTop > top).length;
}
