/**
 * Widths are pixels at the default text size. On the page they become rem, so that a column fits as many
 * letters with larger text.
 */
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from '@leadloom/shared/contract/table-views';
import type { ColumnDefinition, ColumnKind } from '@leadloom/shared/tables/define-table';

/** The width of the first column, which names the row, until it is resized. */
export const NAME_WIDTH = 280;
/** The maximum width of any other column that was never resized. */
export const MAX_INITIAL_WIDTH = 200;
export const MIN_INITIAL_WIDTH = 64;
/** The width of a column of profiles that shows their icons. */
export const ICON_WIDTH = 40;
/** One press of "Wider" or "Narrower". */
export const WIDTH_STEP = 20;
export const CHECKBOX_WIDTH = 44;
export const ROOT_TEXT = 16;

const widthOfKind: Readonly<Record<ColumnKind, number>> = {
  boolean: 96,
  integer: 112,
  number: 112,
  money: 128,
  date: 128,
  time: 184,
  phone: 160,
  text: 168,
  list: MAX_INITIAL_WIDTH,
  link: MAX_INITIAL_WIDTH,
  email: MAX_INITIAL_WIDTH,
  'long-text': MAX_INITIAL_WIDTH,
};

/**
 * Average width of a header's letter, and the width next to its words: padding on both sides and the arrow of a
 * sorted column.
 */
const HEADER_LETTER = 7.3;
const HEADER_EXTRA = 44;

/** The width of a column that was never resized: enough for its kind and its header, without measuring the rows. */
export function initialWidth({ kind, headerName }: ColumnDefinition): number {
  const ofHeader = Math.ceil(headerName.length * HEADER_LETTER) + HEADER_EXTRA;
  return Math.min(MAX_INITIAL_WIDTH, Math.max(widthOfKind[kind], ofHeader));
}

/** The nearest allowed width, in whole pixels, as layouts store it. */
export function clampWidth(width: number): number {
  return Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, Math.round(width)));
}

export function inRem(width: number): string {
  return `${width / ROOT_TEXT}rem`;
}
