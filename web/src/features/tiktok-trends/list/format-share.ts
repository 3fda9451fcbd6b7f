/** Shares from 0 to 1 as whole percentages in the reader's format; something small is never called nothing. */
import { once } from '../../../lib/once.ts';

const percentFormat = once(() => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }));
const SMALLEST = 0.01;

export function formatShare(share: number): string {
  if (share > 0 && share < SMALLEST) return `under ${percentFormat().format(SMALLEST)}`;
  // Almost all is not all.
  return percentFormat().format(share < 1 ? Math.min(share, 0.99) : 1);
}
