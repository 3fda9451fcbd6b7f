/**
 * Tracks how the grid is scrolled, without rendering and without reading from the page, which would force a
 * layout. Sets two attributes for the style sheet: `data-scrolled` while columns are hidden beneath the pinned
 * ones, and `data-pins="off"` if there are none or they would leave too little room for the rest.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { SeenPart } from '../columns/columns-in-view.ts';
import { pixelsPerWidth } from '../columns/pixels-per-width.ts';

const MAX_PINNED_SHARE = 0.6;

/**
 * @param pinnedWidth of the pinned columns and the checkboxes before them, in pixels at the default text size;
 * 0: none are pinned
 * @param answer another one starts at its first row
 */
export function useScrollState(
  scroller: RefObject<HTMLElement | null>,
  pinnedWidth: number,
  answer: unknown,
): RefObject<SeenPart> {
  const view = useRef<SeenPart>({ left: 0, top: 0, width: 0, height: 0, pixel: 1 });
  const isScrolledDown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer scrolls
  useLayoutEffect(() => {
    if (isScrolledDown.current) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, answer]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => {
      view.current = { ...view.current, left: element.scrollLeft, top: element.scrollTop };
      element.toggleAttribute('data-scrolled', element.scrollLeft > 0);
      isScrolledDown.current = element.scrollTop > 0;
    };
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      view.current = { ...view.current, width, height, pixel: pixelsPerWidth() };
      const isTooWide = pinnedWidth * view.current.pixel > width * MAX_PINNED_SHARE;
      element.dataset.pins = pinnedWidth === 0 || isTooWide ? 'off' : 'on';
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, pinnedWidth]);

  return view;
}
