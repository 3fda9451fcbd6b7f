/** Pixels of one rem: charts are measured in pixels, and grow with the person's font size all the same. */
export function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
