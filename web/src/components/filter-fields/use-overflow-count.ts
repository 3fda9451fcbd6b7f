import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How many children of a wrapping line did not fit into its first one.
 * @param content changes whenever the children do
 */
export function useOverflowCount(line: RefObject<HTMLElement | null>, content: string): number {
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content may fit or not
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    const measure = (): void => {
      const children = [...element.children].filter((child) => child instanceof HTMLElement);
      const top = children[0]?.offsetTop ?? 0;
      setCount(children.filter((child) => child.offsetTop > top).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, content]);
  return count;
}
