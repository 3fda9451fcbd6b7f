/** Bounds of what one question may say. */

/** Nobody chooses more values by hand; the limit bounds the size of a query. */
export const FILTER_VALUES_LIMIT = 200;
/** Values of a filter by parts of words, which no index finds: every text is compared with each of them. */
export const PARTS_LIMIT = 20;
/** Characters of one value. */
export const FILTER_TEXT_LIMIT = 200;
/** The longest expression `where`, in code points, as it was sent and in its normal form. */
export const WHERE_LIMIT = 4000;
