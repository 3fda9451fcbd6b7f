/**
 * Estimates whether a text is short enough for its column, without asking the browser. Cells whose text may be
 * too long are clipped, and each clipped cell costs the browser a little in every frame; most cells need no
 * clipping.
 */
import { ROOT_TEXT } from '../columns/column-widths.ts';

/** The padding on the left side. The right side is as wide, and a text that was underestimated may extend into it. */
const PADDING = 12;
const TEXT_SIZE = 0.875 * ROOT_TEXT;

/**
 * Widths of letters in ems, estimated high, because the font of another script or of the system may be used
 * instead.
 */
const THIN = 0.3;
const NARROW = 0.42;
const LOWER = 0.63;
const UPPER = 0.78;
const WIDE = 1;
const UNKNOWN = 1.5;

const letterWidths = Array.from({ length: 0x250 }, (_, code) => widthOf(String.fromCharCode(code)));

/** @param width of the column, in pixels at the default text size */
export function textFits(text: string, width: number): boolean {
  const room = (width - PADDING) / TEXT_SIZE;
  let used = 0;
  for (let index = 0; index < text.length && used <= room; index += 1) used += letterWidths[text.charCodeAt(index)] ?? UNKNOWN;
  return used <= room;
}

function widthOf(letter: string): number {
  if (/[mwMW@%&…—]/.test(letter)) return WIDE;
  if (/[iljI.,:;'’|!\s]/.test(letter)) return THIN;
  if (/[ftr()[\]"/-]/.test(letter)) return NARROW;
  if (/[\p{Lu}]/u.test(letter)) return UPPER;
  return /[\p{Ll}\p{N}\p{P}\p{S}]/u.test(letter) ? LOWER : UNKNOWN;
}
