/**
 * Numbers in a question with their units: `50`, `1,000`, `5k`, `10 million`. Pure.
 *
 * Money is stored in millions of dollars. Of money, a number without a unit is millions, as the columns say; one that would be
 * a hundred billion dollars or more is dollars.
 */
export interface Amount {
  readonly length: number;
  readonly number: number;
  /** What the number is multiplied by; null: no unit was written. */
  readonly unit: number | null;
}

const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
};
const DOLLARS = new Set(['dollar', 'dollars', 'usd']);
const OTHER_CURRENCIES = new Set([
  'eur',
  'euro',
  'euros',
  'gbp',
  'pound',
  'pounds',
  'chf',
  'francs',
  'yen',
  'jpy',
  'cad',
  'aud',
  'inr',
]);
const MILLION = 1e6;
/** Of money without a unit: numbers from here on are dollars. */
const DOLLARS_FROM = 1e5;
/** Characters of digits that a parameter takes. */
const LARGEST = 1e15;
const NUMBER = /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)([a-z]*)$/;

/** A number with its unit, and of money with the word for dollars; null: it is none, or in another currency. */
export function readAmount(words: readonly string[], isMoney: boolean): Amount | null {
  const [, digits = '', attached = ''] = NUMBER.exec(words[0] ?? '') ?? [];
  if (!/\d/.test(digits)) return null;
  const separate = attached === '' ? unitOf(words[1] ?? '') : null;
  const unit = attached === '' ? separate : unitOf(attached);
  if (attached !== '' && unit === null) return null;
  const number = Number(digits.replaceAll(',', ''));
  const length = separate === null ? 1 : 2;
  const next = words[length] ?? '';
  if ((isMoney && OTHER_CURRENCIES.has(next)) || Math.abs(number * (unit ?? 1)) >= LARGEST) return null;
  return isMoney && DOLLARS.has(next) ? { length: length + 1, number, unit: unit ?? 1 } : { length, number, unit };
}

function unitOf(word: string): number | null {
  return Object.hasOwn(UNITS, word) ? (UNITS[word] ?? null) : null;
}

export function storedValue({ number, unit }: Amount, isMoney: boolean): number {
  if (!isMoney) return rounded(number * (unit ?? 1));
  const isDollars = unit === null && Math.abs(number) >= DOLLARS_FROM;
  return rounded(unit === null && !isDollars ? number : (number * (unit ?? 1)) / MILLION);
}

/** Without the last digits of a product such as `1.1 × 1000`. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value + 0 : Number(value.toPrecision(12));
}

export function isYear({ number, unit, length }: Amount): boolean {
  return unit === null && length === 1 && Number.isInteger(number) && number >= 1900 && number < 2100;
}

/** The first of two amounts, with the unit of both: "between 1 and 5 million" begins at a million. */
export function sharedUnit(first: Amount, second: Amount, isMoney: boolean): Amount {
  const unit = second.unit ?? (isMoney && second.number >= DOLLARS_FROM ? 1 : null);
  return first.unit === null && first.number < second.number ? { ...first, unit } : first;
}
