/** What is sent of one line of a list. Pure. */
import { MAX_MATCH_TEXT, type MatchLine } from '@leadloom/shared/contract/match';
import type { MatchField } from '@leadloom/shared/tables/match-columns';
import { linkAddress } from '@leadloom/shared/workbook/read/link-address';
import type { ListColumns } from './recognise-columns.ts';

const noLinks: ReadonlyMap<number, string> = new Map();

/** @param links of the row in a sheet: column → address, which counts where addresses are looked for */
export function toLine(row: readonly string[], { fields }: ListColumns, links = noLinks): MatchLine {
  const cells = fields.flatMap(({ meaning, from, otherwise = [], joined = [] }) => {
    const cellAt = (at: number) => (addressAt(meaning, links.get(at)) ?? row[at] ?? '').trim();
    const joinedCells = (places: readonly number[]) =>
      places
        .map(cellAt)
        .filter((cell) => cell !== '')
        .join(' ');
    // The first that is filled counts.
    const candidates = [joinedCells(from), ...otherwise.map(cellAt), joinedCells(joined)];
    const cell = candidates.find((candidate) => candidate !== '') ?? '';
    const canBeSent = cell !== '' && cell.length <= MAX_MATCH_TEXT && cell.isWellFormed() && !cell.includes('\0');
    return canBeSent ? [[meaning, cell] as const] : [];
  });
  return Object.fromEntries(cells);
}

function addressAt(meaning: MatchField, link: string | undefined): string | null {
  if (link === undefined || meaning === 'name' || meaning === 'country') return null;
  return linkAddress(link, meaning === 'email');
}
