/** 53 px at the default text size. */
export const ROW_HEIGHT = '3.3125rem';
export const HEADER_HEIGHT = '2.5rem';
/** Of text, and of whatever in a line can be pressed: 24 px. */
export const LINE = '1.5rem';
/** Clipped, not hidden, which would make a scrolled box of every cell. */
export const cutText = { overflow: 'clip', textOverflow: 'ellipsis', unicodeBidi: 'isolate' } as const;
