/** The header of a file stands among so many first lines. */
export const HEADER_LINE_LIMIT = 100;
