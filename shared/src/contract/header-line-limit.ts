/** The header of a file stands among so many first lines. */
export const HEADER_LINE_LIMIT = 100;
/** A header names at most so many columns. */
export const HEADERS_LIMIT = 2_000;
