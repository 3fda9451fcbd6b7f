/** Comparisons of numbers in a question: `over 50`, `between 50 and 200`, `10 or more`, `50+`. Pure. */
import type { NumberEnd } from '@leadloom/shared/tables/conditions/condition';
import { type Amount, isYear, readAmount, sharedUnit, storedValue } from './ask-amounts.ts';

export interface RequestedRange {
  /** Words that it takes. */
  readonly length: number;
  readonly from: NumberEnd | null;
  readonly to: NumberEnd | null;
  /** Years may have been meant, unless something says otherwise. */
  readonly looksLikeYears: boolean;
  /** A single number that no word compares. */
  readonly isBare: boolean;
}

type End = 'from' | 'above' | 'to' | 'below';

const PREFIXES: readonly (readonly [words: string, end: End])[] = [
  ['over', 'above'],
  ['above', 'above'],
  ['more than', 'above'],
  ['greater than', 'above'],
  ['bigger than', 'above'],
  ['larger than', 'above'],
  ['higher than', 'above'],
  ['exceeding', 'above'],
  ['at least', 'from'],
  ['minimum', 'from'],
  ['min', 'from'],
  ['under', 'below'],
  ['below', 'below'],
  ['less than', 'below'],
  ['fewer than', 'below'],
  ['smaller than', 'below'],
  ['lower than', 'below'],
  ['at most', 'to'],
  ['up to', 'to'],
  ['maximum', 'to'],
  ['max', 'to'],
];
const SUFFIXES: readonly (readonly [words: string, end: End])[] = [
  ['or more', 'from'],
  ['or over', 'from'],
  ['or above', 'from'],
  ['or higher', 'from'],
  ['and more', 'from'],
  ['and above', 'from'],
  ['and up', 'from'],
  ['plus', 'from'],
  ['or less', 'to'],
  ['or fewer', 'to'],
  ['or under', 'to'],
  ['or below', 'to'],
  ['or lower', 'to'],
  ['and below', 'to'],
];
const opposites: Readonly<Record<End, End>> = { from: 'below', above: 'to', to: 'above', below: 'from' };

/** What the words from here on say about a number; null: nothing. @param isMoney whether it is stored in millions of dollars */
export function requestedRange(words: readonly string[], isMoney: boolean): RequestedRange | null {
  const [first = '', second = ''] = words;
  if (first === 'between') return twoEnds(words, 1, ['and', 'to'], isMoney);
  if (first === 'from') return twoEnds(words, 1, ['to', 'until', 'through'], isMoney);
  const prefix = startOf(PREFIXES, words);
  if (prefix !== null) return withOtherEnd(oneEnd(words, prefix.length, prefix.end, isMoney), words, isMoney);
  const negated = first === 'not' || first === 'no' ? startOf(PREFIXES, words.slice(1)) : null;
  if (negated !== null) return oneEnd(words, negated.length + 1, opposites[negated.end], isMoney);
  if (first === 'exactly' || (first === 'equal' && second === 'to')) {
    const from = first === 'exactly' ? 1 : 2;
    const amount = readAmount(words.slice(from), isMoney);
    return amount === null ? null : { ...exactly(amount, from, isMoney), isBare: false };
  }
  return hyphenated(first, isMoney) ?? twoEnds(words, 0, ['to'], isMoney) ?? bare(words, isMoney);
}

/** What follows a single number and its column, such as `or more`; null: nothing. */
export function requestedSuffix(words: readonly string[]): { readonly length: number; readonly end: End } | null {
  return startOf(SUFFIXES, words);
}

/** A single number as an end. */
export function withEnd(range: RequestedRange, end: End): RequestedRange {
  return { ...range, ...ends(range.from?.value ?? 0, end), isBare: false };
}

/** Whether the words begin with a comparison of a number, whatever the number is about. */
export function comparesNumber(words: readonly string[]): boolean {
  const range = requestedRange(words, false);
  const isBegun = words[0] === 'between' && readAmount(words.slice(1), false) !== null;
  return isBegun || (range !== null && !range.isBare && !range.looksLikeYears);
}

function bare(words: readonly string[], isMoney: boolean): RequestedRange | null {
  const [first = ''] = words;
  if (first.endsWith('+')) {
    const amount = readAmount([first.slice(0, -1), ...words.slice(1)], isMoney);
    return amount === null ? null : withEnd(exactly(amount, 0, isMoney), 'from');
  }
  const amount = readAmount(words, isMoney);
  if (amount === null) return null;
  const range = exactly(amount, 0, isMoney);
  const suffix = requestedSuffix(words.slice(amount.length));
  return suffix === null ? range : { ...withEnd(range, suffix.end), length: range.length + suffix.length };
}

function exactly(amount: Amount, before: number, isMoney: boolean): RequestedRange {
  const end: NumberEnd = { value: storedValue(amount, isMoney), isOpen: false };
  return { length: before + amount.length, from: end, to: end, looksLikeYears: isYear(amount), isBare: true };
}

function oneEnd(words: readonly string[], before: number, end: End, isMoney: boolean): RequestedRange | null {
  const at = words[before] === 'of' ? before + 1 : before;
  const amount = readAmount(words.slice(at), isMoney);
  return amount === null ? null : { ...withEnd(exactly(amount, at, isMoney), end), looksLikeYears: false };
}

/** `over 50 and under 200`: a range with one end, and another one behind it. */
function withOtherEnd(range: RequestedRange | null, words: readonly string[], isMoney: boolean): RequestedRange | null {
  if (range === null || (words[range.length] !== 'and' && words[range.length] !== 'but')) return range;
  const begin = range.length + 1;
  const prefix = startOf(PREFIXES, words.slice(begin));
  const other = prefix === null ? null : oneEnd(words, begin + prefix.length, prefix.end, isMoney);
  if (other === null || (range.from === null) === (other.from === null)) return range;
  const [from, to] = [range.from ?? other.from, range.to ?? other.to];
  return from === null || to === null || from.value > to.value ? range : { ...other, from, to };
}

/** `50 and 200` behind `between`, `50 to 200`; also `between 50-200`. */
function twoEnds(words: readonly string[], before: number, joints: readonly string[], isMoney: boolean): RequestedRange | null {
  const joined = before === 0 ? null : hyphenated(words[before] ?? '', isMoney);
  if (joined !== null) return { ...joined, length: before + 1 };
  const first = readAmount(words.slice(before), isMoney);
  if (first === null) return null;
  const joint = before + first.length;
  if (!joints.includes(words[joint] ?? '')) return null;
  const second = readAmount(words.slice(joint + 1), isMoney);
  return second === null ? null : fromTo(first, second, joint + 1 + second.length, isMoney);
}

function hyphenated(word: string, isMoney: boolean): RequestedRange | null {
  const [, one, other] = /^([^-]+)-([^-]+)$/.exec(word) ?? [];
  if (one === undefined || other === undefined) return null;
  const [first, second] = [readAmount([one], isMoney), readAmount([other], isMoney)];
  return first === null || second === null ? null : fromTo(first, second, 1, isMoney);
}

/** null: the first is above the second */
function fromTo(first: Amount, second: Amount, length: number, isMoney: boolean): RequestedRange | null {
  const shared = sharedUnit(first, second, isMoney);
  const [from, to] = [storedValue(shared, isMoney), storedValue(second, isMoney)];
  if (from > to) return null;
  const looksLikeYears = isYear(first) && isYear(second);
  return { length, from: { value: from, isOpen: false }, to: { value: to, isOpen: false }, looksLikeYears, isBare: false };
}

function ends(value: number, end: End): Pick<RequestedRange, 'from' | 'to'> {
  const isOpen = end === 'above' || end === 'below';
  return end === 'from' || end === 'above' ? { from: { value, isOpen }, to: null } : { from: null, to: { value, isOpen } };
}

function startOf(phrases: readonly (readonly [words: string, end: End])[], words: readonly string[]) {
  for (const [phrase, end] of phrases) {
    const { length } = phrase.split(' ');
    if (words.slice(0, length).join(' ') === phrase) return { length, end };
  }
  return null;
}
