import { formatCount } from './format-count.ts';

/** Numbers of rows as sentences have them: `1 row`, `10,000 rows`. */
export function formatRows(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}
