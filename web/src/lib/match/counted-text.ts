import type { PastedMatch } from '@leadloom/shared/contract/match';
import { formatCount } from '../format-count.ts';
import { rowWords } from '../my-rows/row-words.ts';

/** How many rows are shown, and of how many where some are gone: `214 rows`, `212 of 214 rows`. */
export function countedText({ table, lines, count }: Pick<PastedMatch, 'table' | 'lines' | 'count'>): string {
  const counted =
    table === 'tiktok-videos' ? `${formatCount(lines)} ${lines === 1 ? 'video' : 'videos'}` : rowWords(table, lines);
  return count === lines ? counted : `${formatCount(count)} of ${counted}`;
}
