/** Names that the grid's elements and its style sheet share. */
export const gridClasses = {
  bar: 'll-grid-bar',
  scroller: 'll-grid-scroller',
  content: 'll-grid-content',
  shade: 'll-grid-shade',
  table: 'll-grid',
  check: 'll-grid-check',
  filler: 'll-grid-filler',
  numeric: 'll-grid-numeric',
  pinned: 'll-grid-pinned',
  long: 'll-grid-long',
  empty: 'll-grid-empty',
  sort: 'll-grid-sort',
  label: 'll-grid-label',
  menu: 'll-grid-menu',
  handle: 'll-grid-handle',
} as const;
