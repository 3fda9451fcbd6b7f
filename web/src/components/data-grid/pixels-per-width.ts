import { ROOT_TEXT } from './column-widths.ts';

/** How many pixels of the screen one of a column's width takes: more than one where a person or a very wide screen has larger text. */
export function pixelsPerWidth(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || ROOT_TEXT) / ROOT_TEXT;
}
