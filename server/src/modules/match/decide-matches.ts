/**
 * Decides which row each line of a list means: the first key that finds exactly one decides. Test keys and accounts share
 * this code.
 */
import type { MatchLine, MatchResult } from '@leadloom/shared/contract/match';
import { type MatchKey, matchColumnsOf, matchKeys } from '@leadloom/shared/tables/match-columns';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { FoundRow } from './match-rows.repository.ts';
import { isName, type RequestedLine, type RequestedValue, readMatchLine } from './read-match-line.ts';

/** The rows of each value, in the order of the values. */
export type FindRows = (wanted: readonly RequestedValue[]) => Promise<readonly (readonly FoundRow[])[]>;

interface Finding {
  readonly by: MatchKey;
  readonly rows: readonly FoundRow[];
}

/**
 * Makes one search for each key, with the lines that no key before has decided. A name without a country decides nothing
 * where rows have countries: others may have the same name in another one, so its row is a candidate.
 */
export async function decideMatches(table: TableName, lines: readonly MatchLine[], find: FindRows): Promise<MatchResult[]> {
  const wanted: readonly RequestedLine[] = lines.map((line) => readMatchLine(table, line));
  const hasCountries = matchColumnsOf(table).country !== undefined;
  const decided = new Map<number, { readonly by: MatchKey; readonly row: FoundRow }>();
  const candidates = new Map<number, Finding>();
  for (const key of matchKeys) {
    const values = new Map<string, RequestedValue>();
    const open: { readonly row: number; readonly identity: string; readonly canDecide: boolean }[] = [];
    for (const [row, line] of wanted.entries()) {
      const value = line[key];
      if (value === undefined || decided.has(row)) continue;
      const identity = JSON.stringify(value);
      values.set(identity, value);
      open.push({ row, identity, canDecide: key !== 'name' || value.country !== null || !hasCountries });
    }
    if (open.length === 0) continue;
    const byIdentity = await findRows(values, find);
    for (const { row, identity, canDecide } of open) {
      const rows = byIdentity.get(identity) ?? [];
      const [first] = rows;
      if (first === undefined) continue;
      if (rows.length === 1 && canDecide) decided.set(row, { by: key, row: first });
      else if (!candidates.has(row)) candidates.set(row, { by: key, rows });
    }
  }
  return lines.map((_, row) => {
    const decision = decided.get(row);
    if (decision !== undefined) {
      const { id, ...found } = decision.row;
      return { row, id, by: decision.by, found, candidates: [] };
    }
    const { by, rows } = candidates.get(row) ?? { by: 'name', rows: [] };
    return { row, id: null, by: null, found: null, candidates: rows.map((candidate) => ({ ...candidate, by })) };
  });
}

/**
 * The rows of each value. A name that no row has letter by letter is looked for again, without accents and legal form: so
 * a row with the exact name is never doubted because of others.
 */
async function findRows(
  values: ReadonlyMap<string, RequestedValue>,
  find: FindRows,
): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
  const found = await find([...values.values()]);
  const rows = new Map([...values.keys()].map((identity, at) => [identity, found[at] ?? []]));
  const open = [...values].flatMap(([identity, value]) =>
    rows.get(identity)?.length === 0 && isName(value) ? [{ identity, value: { ...value, comparison: 'name' as const } }] : [],
  );
  if (open.length === 0) return rows;
  const similar = await find(open.map(({ value }) => value));
  for (const [at, { identity }] of open.entries()) rows.set(identity, similar[at] ?? []);
  return rows;
}
