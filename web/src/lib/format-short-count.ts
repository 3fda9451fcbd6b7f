/** Large numbers in few letters: 1.2K, 34M. One decimal, and none where it would be a nought. */
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** @param count a whole number. What would read 1000K reads 1M */
export function formatShortCount(count: number): string {
  if (count < THOUSAND) return String(count);
  const thousands = toOneDecimal(count, THOUSAND);
  return thousands < THOUSAND ? `${thousands}K` : `${toOneDecimal(count, MILLION)}M`;
}

/** Tenths are counted whole, so that none is lost to fractions. */
function toOneDecimal(count: number, unit: number): number {
  return Math.round(count / (unit / 10)) / 10;
}
