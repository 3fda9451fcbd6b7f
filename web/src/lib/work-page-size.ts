/** The page size of the layout "work" while none was chosen. */
import { PAGE_SIZES } from '@leadloom/shared/contract/list-parameters';
import type { PageSize } from './page-size.ts';

/** Pixels of all bars above and below the rows, at least; and of a compact row. */
const BARS = 190;
const ROW = 30;
const LARGEST: PageSize = 100;

/** The smallest offered size that fills a window of this height, so that its rows come as one page. */
export function workPageSize(windowHeight: number): PageSize {
  const fitting = (windowHeight - BARS) / ROW;
  return PAGE_SIZES.find((size) => size >= fitting) ?? LARGEST;
}
