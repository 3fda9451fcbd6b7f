/** The result of reading a list, in words. */
import { formatCount } from '../../../lib/format-count.ts';
import type { ListProgress } from './list-progress.ts';

/** "3 new, 41 already here. 5 hidden members skipped." */
export function summarize({ added, existing, hidden, unsaved }: ListProgress): string {
  const sentences = [`${formatCount(added)} new, ${formatCount(existing)} already here.`];
  if (hidden > 0) sentences.push(`${formatCount(hidden)} hidden ${hidden === 1 ? 'member' : 'members'} skipped.`);
  if (unsaved.length > 0) sentences.push(`${formatCount(unsaved.length)} not saved yet.`);
  return sentences.join(' ');
}
