/** 53 px at the default text size. */
export const ROW_HEIGHT = '3.3125rem';
export const HEADER_HEIGHT = '2.5rem';
/** The height of a line of text, and of anything in it that can be pressed: 24 px. */
export const LINE = '1.5rem';
/** Clipped, because `hidden` would make every cell a scroll container. */
export const cutText = { overflow: 'clip', textOverflow: 'ellipsis', unicodeBidi: 'isolate' } as const;
