/** How many rows are new since the last visit, beside their number. */
import { formatCount } from '../../lib/format-count.ts';
import type { LineNote } from '../data-grid/line-notes.tsx';
import { sinceText } from './changed-text.ts';

interface NewRowsLine {
  readonly count: number;
  /** The number of all rows, new or not. */
  readonly total: number;
  /** So many of them are new that none is marked. */
  readonly areMany: boolean;
  readonly since: string;
  /** One of them, and several. */
  readonly words: readonly [one: string, several: string];
  readonly onShow: () => void;
}

/** Where all rows are new, showing them alone would change nothing. */
export function newRowsLine({ count, total, areMany, since, words: [one, several], onShow }: NewRowsLine): LineNote {
  const when = `new since ${sinceText(since, new Date())}`;
  if (!areMany) return { text: `${formatCount(count)} ${when}`, action: 'Show', actionLabel: 'Show new rows', onAction: onShow };
  if (count >= total && total > 1) return { text: `All ${formatCount(total)} ${several} are ${when}` };
  return {
    text: `${formatCount(count)} ${count === 1 ? `${one} is` : `${several} are`} ${when}`,
    ...(count >= total ? {} : { action: 'Show them', onAction: onShow }),
  };
}
