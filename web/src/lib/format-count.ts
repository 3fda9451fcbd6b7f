/** Whole numbers as the reader groups them: 10,000 in English. */
import { once } from './once.ts';

const countFormat = once(() => new Intl.NumberFormat());

export function formatCount(count: number): string {
  return countFormat().format(count);
}
