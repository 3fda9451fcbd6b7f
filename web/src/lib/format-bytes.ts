/** A file's size in the largest unit that leaves a number of at least one. */
import { once } from './once.ts';

const units = ['bytes', 'kB', 'MB', 'GB'] as const;
const format = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }));

export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${format().format(bytes / 1024 ** power)} ${units[power]}`;
}
