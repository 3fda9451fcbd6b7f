/** The width of a text in the grid's font, without asking the browser, which would lay the page out. */
import { ROOT_TEXT } from './column-widths.ts';

const TEXT_SIZE = 0.875 * ROOT_TEXT;
const FIRST_LETTER = 32;
/** Advance widths of Inter from the space on, in hundredths of an em; digits as wide as the widest, as tables have them. */
const LETTERS =
  '28 29 47 63 64 98 64 30 36 36 50 66 29 46 29 36 64 64 64 64 64 64 64 64 64 64 29 30 66 66 66 51 97 69 65 73 72 60 59 75 74 27 57 67 57 90 75 76 64 76 64 64 65 74 69 99 68 68 63 36 36 36 47 46 32 56 61 57 61 58 37 61 59 24 24 55 24 88 59 60 61 61 38 53 33 59 56 82 55 56 55 43 33 43 66'
    .split(' ')
    .map(Number);
/** Letters with accents, and those of Greek and Cyrillic; those of other scripts are as wide as high. */
const ACCENTED = 62;
const FIRST_WIDE_LETTER = 0x1100;
const WIDE = 100;

/** In pixels at the default text size. */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    hundredths += LETTERS[code - FIRST_LETTER] ?? (code < FIRST_WIDE_LETTER ? ACCENTED : WIDE);
  }
  return (hundredths * TEXT_SIZE) / 100;
}
