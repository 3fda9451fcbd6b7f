import { once } from '../../lib/once.ts';

const numberFormat = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 15 }));

/** What is wrong with such a range; the server refuses it, too. */
export const FROM_ABOVE_TO = 'The first number is above the second.';

/** A range of numbers in words; null without an end. @param from,to as in the address, or empty */
export function rangeOfNumbers(from: string, to: string): string | null {
  if (from === '' && to === '') return null;
  if (to === '') return `from ${written(from)}`;
  if (from === '') return `up to ${written(to)}`;
  return `${written(from)} – ${written(to)}`;
}

function written(number: string): string {
  return numberFormat().format(Number(number));
}
