/** What became of the lines of a list. Pure. */
import type { MatchResult } from '@leadloom/shared/contract/match';
import type { MatchKey } from '@leadloom/shared/tables/match-columns';

/** What tells people which row it is. */
export type ShownRow = NonNullable<MatchResult['found']>;

/** The rows chosen by hand, by the number of the line; null: none of the candidates. */
export type Choices = ReadonlyMap<number, number | null>;

/** `several`: nobody has chosen yet, also where a name alone found one row. */
export type Outcome =
  | { readonly kind: 'found'; readonly id: number; readonly by: MatchKey | 'hand'; readonly row: ShownRow | null }
  | { readonly kind: 'several'; readonly candidates: MatchResult['candidates'] }
  | { readonly kind: 'none' };

export const outcomeKinds = ['found', 'several', 'none'] as const satisfies readonly Outcome['kind'][];

/** Lines without a result yet are left out. */
export function outcomesOf(results: readonly (MatchResult | undefined)[], choices: Choices): ReadonlyMap<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  for (const [line, result] of results.entries())
    if (result !== undefined) outcomes.set(line, outcomeOf(result, choices.get(line)));
  return outcomes;
}

function outcomeOf({ id, by, found, candidates }: MatchResult, chosen: number | null | undefined): Outcome {
  if (id !== null && by !== null) return { kind: 'found', id, by, row: found };
  if (candidates.length === 0 || chosen === null) return { kind: 'none' };
  if (chosen === undefined) return { kind: 'several', candidates };
  return { kind: 'found', id: chosen, by: 'hand', row: candidates.find((candidate) => candidate.id === chosen) ?? null };
}

/** How many lines each key found. */
export function countsByKey(outcomes: ReadonlyMap<number, Outcome>): ReadonlyMap<MatchKey | 'hand', number> {
  const counts = new Map<MatchKey | 'hand', number>();
  for (const outcome of outcomes.values())
    if (outcome.kind === 'found') counts.set(outcome.by, (counts.get(outcome.by) ?? 0) + 1);
  return counts;
}

export function linesOf(outcomes: ReadonlyMap<number, Outcome>, kind: Outcome['kind']): readonly number[] {
  return [...outcomes].flatMap(([line, outcome]) => (outcome.kind === kind ? [line] : []));
}

/** Each once. */
export function idsOf(outcomes: ReadonlyMap<number, Outcome>): readonly number[] {
  return [...new Set([...outcomes.values()].flatMap((outcome) => (outcome.kind === 'found' ? [outcome.id] : [])))];
}

/** The only row of a name without a country, where nobody has chosen, by the number of the line. */
export function soleRowsByName(outcomes: ReadonlyMap<number, Outcome>): ReadonlyMap<number, number> {
  const sole = [...outcomes].flatMap(([line, outcome]) => {
    if (outcome.kind !== 'several' || outcome.candidates.length !== 1) return [];
    return outcome.candidates.map(({ id }) => [line, id] as const);
  });
  return new Map(sole);
}
