import { ROOT_TEXT } from './column-widths.ts';

/**
 * How many screen pixels one pixel of a column's width takes: more than one if the user or a very wide screen
 * has larger text.
 */
export function pixelsPerWidth(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || ROOT_TEXT) / ROOT_TEXT;
}
