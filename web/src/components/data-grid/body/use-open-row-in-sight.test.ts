import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { COMPACT_ROW_PIXELS, HEADER_PIXELS } from '../grid-measures.ts';
import { useOpenRowInSight } from './use-open-row-in-sight.ts';

const ROWS_IN_SIGHT = 10;

/** @param scrollTop of a box in which ten rows are in sight, and none of them is the open one */
function openRowAt(place: number | null, scrollTop: number) {
  const box = document.createElement('div');
  const scrollBy = vi.fn<Element['scrollBy']>();
  Object.defineProperties(box, {
    clientHeight: { value: HEADER_PIXELS + ROWS_IN_SIGHT * COMPACT_ROW_PIXELS },
    scrollTop: { value: scrollTop },
    scrollBy: { value: scrollBy },
  });
  renderHook(() => useOpenRowInSight({ current: document.createElement('table') }, { current: box }, 7, place));
  return scrollBy;
}

test('A row whose record is opened is scrolled to, also if it is not drawn', () => {
  expect(openRowAt(100, 0)).toHaveBeenCalledExactlyOnceWith({ top: (101 - ROWS_IN_SIGHT) * COMPACT_ROW_PIXELS });
  expect(openRowAt(100, 200 * COMPACT_ROW_PIXELS)).toHaveBeenCalledExactlyOnceWith({ top: -100 * COMPACT_ROW_PIXELS });
});

test('Nothing is scrolled for a row that is in sight or not loaded', () => {
  expect(openRowAt(100, 95 * COMPACT_ROW_PIXELS)).not.toHaveBeenCalled();
  expect(openRowAt(null, 0)).not.toHaveBeenCalled();
});
