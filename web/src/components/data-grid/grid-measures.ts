/** The height of a row by the frame's density: 53 px or 30 px at the default text size. */
export const ROW_HEIGHT = 'var(--row-height, 3.3125rem)';
/** The height of a row in the compact density, at the default text size. */
export const COMPACT_ROW_PIXELS = 30;
export const HEADER_PIXELS = 36;
export const COMPACT_ROW_HEIGHT = '1.875rem';
export const HEADER_HEIGHT = '2.25rem';
/** The height of a line of text, and of anything in it that can be pressed: 24 px. */
export const LINE = '1.5rem';
/** The text is clipped, because `hidden` would make every cell a scroll container. */
export const cutText = { overflow: 'clip', textOverflow: 'ellipsis', unicodeBidi: 'isolate' } as const;
