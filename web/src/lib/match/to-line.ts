/** What is sent of one line of a list. Pure. */
import { MAX_MATCH_TEXT, type MatchLine } from '@leadloom/shared/contract/match';
import type { ColumnMeaning } from './recognise-columns.ts';

export function toLine(row: readonly string[], meanings: readonly ColumnMeaning[]): MatchLine {
  const cells = meanings.flatMap((meaning, at) => {
    const cell = (row[at] ?? '').trim();
    const canBeSent = cell !== '' && cell.length <= MAX_MATCH_TEXT && cell.isWellFormed() && !cell.includes('\0');
    return meaning === null || !canBeSent ? [] : [[meaning, cell] as const];
  });
  return Object.fromEntries(cells);
}
