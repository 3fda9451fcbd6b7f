/** Which row each line of a list means: the first key that finds exactly one decides. Test keys and accounts share it. */
import type { MatchLine, MatchResult } from '@leadloom/shared/contract/match';
import { type MatchKey, matchKeys } from '@leadloom/shared/tables/match-columns';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { FoundRow } from './match-rows.repository.ts';
import { readMatchLine, type WantedLine, type WantedValue } from './read-match-line.ts';

/** The rows of each value, in the order of the values. */
export type FindRows = (wanted: readonly WantedValue[]) => Promise<readonly (readonly FoundRow[])[]>;

interface Decision {
  readonly id: number;
  readonly by: MatchKey;
}

/** One search for each key, with the lines that no key before has decided. */
export async function decideMatches(table: TableName, lines: readonly MatchLine[], find: FindRows): Promise<MatchResult[]> {
  const wanted: readonly WantedLine[] = lines.map((line) => readMatchLine(table, line));
  const decided = new Map<number, Decision>();
  const candidates = new Map<number, readonly FoundRow[]>();
  for (const key of matchKeys) {
    const values = new Map<string, WantedValue>();
    const open: { readonly row: number; readonly identity: string }[] = [];
    for (const [row, line] of wanted.entries()) {
      const value = line[key];
      if (value === undefined || decided.has(row)) continue;
      const identity = JSON.stringify(value);
      values.set(identity, value);
      open.push({ row, identity });
    }
    if (open.length === 0) continue;
    const found = await find([...values.values()]);
    const byIdentity = new Map([...values.keys()].map((identity, at) => [identity, found[at] ?? []]));
    for (const { row, identity } of open) {
      const rows = byIdentity.get(identity) ?? [];
      const [first] = rows;
      if (first !== undefined && rows.length === 1) decided.set(row, { id: first.id, by: key });
      else if (rows.length > 1 && !candidates.has(row)) candidates.set(row, rows);
    }
  }
  return lines.map((_, row) => {
    const decision = decided.get(row);
    if (decision !== undefined) return { row, ...decision, candidates: [] };
    return { row, id: null, by: null, candidates: [...(candidates.get(row) ?? [])] };
  });
}
