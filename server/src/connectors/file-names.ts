/** Where the files of a destination are put. Pure. */
import type { OutgoingFile } from './connector.ts';

/** `2026/exports/` and `norway-7` and `companies.csv` to `2026/exports/norway-7/companies.csv`; empty parts are left out. */
export function joinPath(...parts: readonly string[]): string {
  const [first = '', ...others] = parts.filter((part) => part !== '');
  return [first.replace(/(?<=[^/])\/+$/, ''), ...others.map((part) => part.replace(/^\/+|\/+$/g, ''))]
    .filter((part, at) => part !== '' || at === 0)
    .join('/')
    .replace(/^\/\//, '/');
}

/** `latest.csv`, `latest.csv.gz`: always the newest run. */
export function latestName({ format, isGzip }: Pick<OutgoingFile, 'format' | 'isGzip'>): string {
  return `latest.${format}${isGzip ? '.gz' : ''}`;
}
