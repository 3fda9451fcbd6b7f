/** The unit and the currency that a header of amounts names: `Revenue (USD)`, `revenue_in_thousands`, `Umsatz in Mio. €`. Pure. */

const THOUSANDS = /\b(?:thousands?|k|000s?|tsd)\b|\bk[$€£]/i;
const MILLIONS = /\b(?:millions?|millionen|mn|mm|mio|m)\b|\bm[$€£]/i;
const BILLIONS = /\b(?:billions?|bn|b|mrd)\b/i;
const DOLLARS = /\$|\b(?:usd|us dollars?|dollars?)\b/i;
const OTHER_CURRENCY =
  /[€£¥₹₩₽]|\b(?:eur|euros?|gbp|pounds?|chf|francs?|jpy|yen|inr|rupees?|cny|rmb|aud|cad|nzd|sek|nok|dkk|pln|brl|mxn|krw|zar|sgd|hkd)\b/gi;
const UNIT_WORDS =
  /\b(?:in|of|us|usd|dollars?|thousands?|k|000s?|tsd|millions?|millionen|mn|mm|mio|m|billions?|bn|b|mrd)\b|[$()[\]_'’]/gi;

export interface AmountHeader {
  /** The header without the words for the unit. */
  readonly name: string;
  /** The power of ten of a plain number; null: no unit is named. */
  readonly unit: number | null;
  readonly isOtherCurrency: boolean;
}

/** @returns null: neither a unit nor a currency is named */
export function amountHeader(header: string): AmountHeader | null {
  const words = header.slice(0, 200).replaceAll('_', ' ');
  const isOtherCurrency = words.search(OTHER_CURRENCY) >= 0;
  const unit = unitIn(words);
  if (unit === null && !isOtherCurrency) return null;
  return { name: words.replace(UNIT_WORDS, ' ').replace(OTHER_CURRENCY, ' '), unit, isOtherCurrency };
}

function unitIn(words: string): number | null {
  if (THOUSANDS.test(words)) return 3;
  if (MILLIONS.test(words)) return 6;
  if (BILLIONS.test(words)) return 9;
  return DOLLARS.test(words) ? 0 : null;
}
