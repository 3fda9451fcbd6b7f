/** Matching for test keys: the same decisions over the sample rows, which are compared here by plain code. */
import { MAX_CANDIDATES, type MatchLine, type MatchResult } from '@leadloom/shared/contract/match';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { matchColumnsOf, matchFields, matchKeys, shownColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { simplyLowered } from '../tables/filters/table-model.ts';
import { sandboxRows } from '../tables/sandbox/sandbox-rows.ts';
import { decideMatches } from './decide-matches.ts';
import { isSameName } from './name-key.ts';
import { type RequestedValue, readMatchLine } from './read-match-line.ts';

export function sandboxMatches(table: TableName, lines: readonly MatchLine[]): Promise<MatchResult[]> {
  const definition = tableByName(table);
  const rows = sandboxRows(definition).map((row) => ({ row, held: readMatchLine(table, lineOf(table, row)) }));
  return decideMatches(table, lines, async (wanted) =>
    wanted.map((value) =>
      rows
        .filter(({ held }) => matchKeys.some((key) => held[key] !== undefined && isSame(held[key], value)))
        .slice(0, MAX_CANDIDATES)
        .map(({ row }) => ({
          id: row.id,
          name: shownName(table, row),
          country: shownCell(table, row, 'country'),
          site: shownCell(table, row, 'site'),
        })),
    ),
  );
}

/** A row as the line that means it. */
function lineOf(table: TableName, row: TableRow): MatchLine {
  const columns = matchColumnsOf(table);
  const cells = matchFields.flatMap((field) => {
    const cell = row[columns[field] ?? ''];
    return typeof cell === 'string' ? [[field, cell] as const] : [];
  });
  return Object.fromEntries(cells);
}

function isSame(held: RequestedValue, wanted: RequestedValue): boolean {
  if (held.column !== wanted.column || held.nameOf !== wanted.nameOf) return false;
  const isCountry = wanted.country === null || simplyLowered(held.country ?? '') === simplyLowered(wanted.country);
  if (wanted.comparison === 'name') return isCountry && isSameName(held.value, wanted.value, wanted.nameOf === 'company');
  return isCountry && held.comparison === wanted.comparison && simplyLowered(held.value) === simplyLowered(wanted.value);
}

function shownName(table: TableName, row: TableRow): string {
  const { name, domain } = matchColumnsOf(table);
  const [first] = tableByName(table).columns;
  const cells = [name ?? first?.field, domain].map((field) => row[field ?? '']);
  return cells.find((cell) => typeof cell === 'string') ?? '';
}

function shownCell(table: TableName, row: TableRow, shown: 'country' | 'site'): string | null {
  const cell = row[shownColumnsOf(table)[shown] ?? ''];
  return typeof cell === 'string' ? cell : null;
}
