/** What is sent of one line of a list. Pure. */
import { MAX_MATCH_TEXT, type MatchLine } from '@leadloom/shared/contract/match';
import { linkAddress } from '@leadloom/shared/workbook/read/link-address';
import type { ColumnMeaning } from './recognise-columns.ts';

const noLinks: ReadonlyMap<number, string> = new Map();

/** @param links of the row in a sheet: column → address, which counts where addresses are looked for */
export function toLine(row: readonly string[], meanings: readonly ColumnMeaning[], links = noLinks): MatchLine {
  const cells = meanings.flatMap((meaning, at) => {
    const cell = (addressAt(meaning, links.get(at)) ?? row[at] ?? '').trim();
    const canBeSent = cell !== '' && cell.length <= MAX_MATCH_TEXT && cell.isWellFormed() && !cell.includes('\0');
    return meaning === null || !canBeSent ? [] : [[meaning, cell] as const];
  });
  return Object.fromEntries(cells);
}

function addressAt(meaning: ColumnMeaning, link: string | undefined): string | null {
  if (link === undefined || meaning === null || meaning === 'name' || meaning === 'country') return null;
  return linkAddress(link, meaning === 'email');
}
