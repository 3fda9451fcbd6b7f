/** What was added to a list or tagged, in one sentence without a full stop. */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { formatCount } from '../format-count.ts';
import { rowWords } from './row-words.ts';

interface Added {
  /** Rows that were not on the list, or did not have the tags. */
  readonly added: number;
  /** The others of those chosen. */
  readonly others: number;
}

/** `38 rows added to Q1 outreach, 2 were on it`. */
export function listedWords(table: MyTable, list: string, { added, others }: Added): string {
  if (added === 0 && others > 0) return `${rowWords(table, others)} ${others === 1 ? 'was' : 'were'} on ${list} already`;
  const rest = others === 0 ? '' : `, ${formatCount(others)} ${others === 1 ? 'was' : 'were'} on it`;
  return `${rowWords(table, added)} added to ${list}${rest}`;
}

/** `38 rows tagged fintech, 2 had it`. */
export function taggedWords(table: MyTable, tags: readonly string[], { added, others }: Added): string {
  const named = namedTags(tags);
  if (added === 0 && others > 0) return `${rowWords(table, others)} had ${named} already`;
  const rest = others === 0 ? '' : `, ${formatCount(others)} had ${tags.length === 1 ? 'it' : 'them'}`;
  return `${rowWords(table, added)} tagged ${named}${rest}`;
}

/** At most three tags are named. */
function namedTags(tags: readonly string[]): string {
  if (tags.length > 3) return `${tags.slice(0, 2).join(', ')} and ${tags.length - 2} more`;
  return tags.length === 1 ? `${tags[0]}` : `${tags.slice(0, -1).join(', ')} and ${tags.at(-1)}`;
}
