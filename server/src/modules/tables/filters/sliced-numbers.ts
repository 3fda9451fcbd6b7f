/**
 * Numbers as bitmaps: one for each binary digit, so that a comparison of all rows of a chunk takes a few operations on whole
 * bitmaps. Pure. Sign and size are apart, as are whole part and fraction: the digits that small numbers do not have are then
 * empty, also for negative ones, and bounds without a fraction need no digit of it.
 *
 * Every number of the database has its place, and every bound with at most six decimals is compared exactly: a fraction is held
 * in whole millionths, rounded down, and `REST` says that the number is larger than that.
 */
import { and, type Bits, holding, noRows, or, without } from './bits.ts';

/** The row has a number. */
export const SET = 'set';
export const NEGATIVE = '-';
/** The number has a fraction. */
const FRACTION = 'fraction';
export const REST = 'rest';
export const MILLION = 1_000_000;
/** Millionths have as many binary digits. */
const FRACTION_DIGITS = 20;
/** The largest size that is held; larger numbers are held as this one and a rest. */
export const LARGEST = 2 ** 53;
const WHOLE_DIGITS = 54;
/** From here on a double holds no millionths, and the fraction is a rest. */
export const COARSE = 2 ** 33;

const wholeNames = Array.from({ length: WHOLE_DIGITS }, (_, digit) => String(digit));
const fractionNames = Array.from({ length: FRACTION_DIGITS }, (_, digit) => `f${digit}`);

/** The digits from the highest on, each with what it adds, in millionths. */
export const numberDigits: readonly { readonly name: string; readonly weight: string }[] = [
  ...wholeNames.map((name, digit) => ({ name, weight: String(2n ** BigInt(digit) * BigInt(MILLION)) })).reverse(),
  ...fractionNames.map((name, digit) => ({ name, weight: String(2 ** digit) })).reverse(),
];

/** A number's size, without its sign. */
interface Size {
  readonly whole: number;
  readonly millionths: number;
  /** Whether the size is above these two. */
  readonly hasRest: boolean;
}

function sizeOf(value: number): Size {
  const size = Math.abs(value);
  // What is no number at all comes last, as in the database.
  if (!(size < LARGEST)) return { whole: LARGEST, millionths: 0, hasRest: true };
  const whole = Math.floor(size);
  if (whole === size) return { whole, millionths: 0, hasRest: false };
  if (size >= COARSE) return { whole, millionths: 0, hasRest: true };
  // A quotient of whole numbers is the double nearest to it, and so the one that the decimals are read as.
  const decimal = (millionths: number) => (whole * MILLION + millionths) / MILLION;
  let millionths = Math.floor((size - whole) * MILLION);
  while (decimal(millionths + 1) <= size) millionths += 1;
  while (decimal(millionths) > size) millionths -= 1;
  return { whole, millionths, hasRest: decimal(millionths) < size };
}

/** The values that a row with this number holds. */
export function numberValues(value: number): readonly string[] {
  const { whole, millionths, hasRest } = sizeOf(value);
  const values = [SET];
  if (value < 0) values.push(NEGATIVE);
  addDigits(values, wholeNames, whole);
  if (millionths > 0 || hasRest) values.push(FRACTION);
  addDigits(values, fractionNames, millionths);
  if (hasRest) values.push(REST);
  return values;
}

function addDigits(values: string[], names: readonly string[], number: number): void {
  let left = number;
  for (const name of names) {
    if (left === 0) return;
    if (left % 2 === 1) values.push(name);
    left = Math.floor(left / 2);
  }
}

/** Numbers of one facet. */
export interface NumberFacet {
  readonly facet: string;
  /** Precedes each value's name. */
  readonly prefix: string;
  /** Whether all its numbers are whole. */
  readonly isWhole: boolean;
}

/** The rows whose number is above a bound, or equals it. null: too many decimals, or too large. */
export function numbersFrom(numbers: NumberFacet, bound: number, isOpen: boolean): Bits | null {
  // Between two whole numbers, the bound might as well be the next one.
  if (numbers.isWhole) return above(numbers, isOpen ? Math.floor(bound) + 1 : Math.ceil(bound), false);
  return above(numbers, bound, isOpen);
}

/** The rows whose number is below a bound, or equals it. null: too many decimals, or too large. */
export function numbersTo(numbers: NumberFacet, bound: number, isOpen: boolean): Bits | null {
  const beyond = numbersFrom(numbers, bound, !isOpen);
  return beyond === null ? null : without(rowsWithNumber(numbers), beyond);
}

export function rowsWithNumber({ facet, prefix }: NumberFacet): Bits {
  return holding(facet, [`${prefix}${SET}`]);
}

function above(numbers: NumberFacet, bound: number, isStrict: boolean): Bits | null {
  const { facet, prefix } = numbers;
  const [all, negative] = [rowsWithNumber(numbers), holding(facet, [`${prefix}${NEGATIVE}`])];
  const isBelowZero = bound < 0;
  const larger = largerSizes(numbers, bound, isBelowZero ? !isStrict : isStrict);
  if (larger === null) return null;
  return isBelowZero ? without(all, and(negative, larger)) : and(without(all, negative), larger);
}

/**
 * The rows whose size is above the bound's, or equals it unless `isStrict`. Goes from the lowest digit up: a higher one
 * decides, equal ones leave it to those below. Where the bound has no digit, any digit of the row decides, so digits that
 * follow each other are united.
 */
function largerSizes({ facet, prefix, isWhole }: NumberFacet, bound: number, isStrict: boolean): Bits | null {
  const { whole, millionths, hasRest } = sizeOf(bound);
  if (hasRest) return null;
  const fraction = millionths === 0 ? { names: [FRACTION], value: 0 } : { names: fractionNames, value: millionths };
  const parts = [...(isWhole ? [] : [{ names: [REST], value: 0 }, fraction]), { names: wholeNames, value: whole }];
  let larger: Bits = isStrict ? noRows : { kind: 'rows' };
  let zeros: string[] = [];
  for (const { names, value } of parts) {
    let left = value;
    for (const name of names) {
      const digit = `${prefix}${name}`;
      if (left % 2 === 1) {
        larger = and(holding(facet, [digit]), or(holding(facet, zeros), larger));
        zeros = [];
      } else zeros.push(digit);
      left = Math.floor(left / 2);
    }
  }
  return or(holding(facet, zeros), larger);
}
