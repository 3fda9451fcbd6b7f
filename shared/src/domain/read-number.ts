/**
 * Numbers in files: signs, thousands separators, decimal commas, exponents, amounts in dollars, and short forms
 * such as `1.2M`. A text that could mean two numbers is refused.
 */
import { CellProblem, quoted } from './cell-problem.ts';

const PLAIN = /^-?\d{1,15}(?:\.\d{1,12})?$/;
/**
 * Forms of numbers, each with a function that rewrites it for JavaScript. Spaces and apostrophes in groups are removed
 * before.
 */
const FORMS: readonly (readonly [form: RegExp, rewrite: (text: string) => string])[] = [
  [/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i, (text) => text],
  // A single comma with three digits after it separates thousands, as in English.
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  // The Indian form: 12,34,567.
  [/^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (text) => text.replaceAll('.', '').replace(',', '.')],
  [/^\d+,\d+$/, (text) => text.replace(',', '.')],
];
const GROUPED = /^([1-9]\d{0,2})((?:[ '’]\d{3})+)((?:[.,]\d+)?)$/;
const SHORT_FORM = /^(.*?\d)\s*(k|m|mm|mn|mio|b|bn|thousand|million|billion)\.?$/i;
const POWERS: Readonly<Record<string, number>> = { k: 3, t: 3, m: 6, b: 9 };
/** Units are recognised by their first letter; `mm` is a million too. */
const powerOf = (unit: string): number => POWERS[unit.charAt(0).toLowerCase()] ?? 0;

/** A power of ten. */
const MILLIONS = 6;

/** Integers that JavaScript represents exactly. `12.0` is one. */
export function readInteger(text: string): number | CellProblem {
  const value = PLAIN.test(text) ? Number(text) : readDecimal(text, 0);
  if (value instanceof CellProblem) return value;
  // 1.000 means one in some countries and a thousand in others.
  if (/^[^\d]*[1-9]\d{0,2}\.\d{3}$/.test(text))
    return new CellProblem(`${quoted(text)} could be read in two ways; write it without dots`);
  if (!Number.isInteger(value)) return new CellProblem(`${quoted(text)} is not a whole number`);
  if (!Number.isSafeInteger(value)) return new CellProblem(`${quoted(text)} is too large`);
  return value === 0 ? 0 : value;
}

export function readNumber(text: string): number | CellProblem {
  if (PLAIN.test(text)) return positiveZero(Number(text));
  return SHORT_FORM.test(text) ? notANumber(text) : readDecimal(text, 0);
}

/**
 * Millions of dollars: `1.2`, `$1.2`, `$1.2M` and `$1,200K` are equal.
 * @param plain the power of ten that a number without a suffix stands for
 */
export function readMillions(text: string, plain = MILLIONS): number | CellProblem {
  if (PLAIN.test(text)) return positiveZero(plain === MILLIONS ? Number(text) : Number(shifted(text, plain - MILLIONS)));
  const amount = text.replace(/^([-+(]?)\s*(?:US\$|USD|US \$|\$)\s*/i, '$1').replace(/\s*(?:US\$|USD|\$)(\)?)$/i, '$1');
  if (/\p{Sc}|^[A-Z]{3}\b|\b[A-Z]{3}$/u.test(amount)) return new CellProblem(`${quoted(text)} is not an amount in US dollars`);
  return readDecimal(amount, MILLIONS, text, plain);
}

/**
 * @param unit the column's unit as a power of ten: in a column of millions, `M` is 1
 * @param plain that of a number without a suffix
 */
function readDecimal(text: string, unit: number, original: string = text, plain = unit): number | CellProblem {
  const short = SHORT_FORM.exec(text);
  const [, digits = text, suffix] = short ?? [];
  const number = simplify(digits);
  if (number === null) return notANumber(original);
  // The decimal point is moved in the text, because multiplying is not exact.
  const value = Number(shifted(number, (suffix === undefined ? plain : powerOf(suffix)) - unit));
  return Number.isFinite(value) ? positiveZero(value) : notANumber(original);
}

function shifted(number: string, powers: number): string {
  const [digits = '', exponent = '0'] = number.toLowerCase().split('e');
  return powers === 0 ? number : `${digits}e${Number(exponent) + powers}`;
}

/** The text in JavaScript's notation; null if it is not a number. */
function simplify(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[−–]/g, '-').trim();
  const [, accounting] = /^\((.+)\)$/.exec(plain) ?? [];
  const [, sign = '', unsigned = ''] = /^([+-]?)\s*(.+)$/.exec(accounting ?? plain) ?? [];
  if (accounting !== undefined && sign !== '') return null;
  const digits = unsigned.replace(GROUPED, (_, first: string, groups: string, rest: string) => {
    return `${first}${groups.replace(/[ '’]/g, '')}${rest.replace(',', '.')}`;
  });
  const form = FORMS.find(([pattern]) => pattern.test(digits));
  if (form === undefined) return null;
  const [, rewrite] = form;
  return `${accounting !== undefined || sign === '-' ? '-' : ''}${rewrite(digits)}`;
}

function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}

function notANumber(text: string): CellProblem {
  return new CellProblem(`${quoted(text)} is not a number`);
}
