/** Whole numbers as the reader groups them: 10,000 in English. */
const countFormat = new Intl.NumberFormat();

export function formatCount(count: number): string {
  return countFormat.format(count);
}
