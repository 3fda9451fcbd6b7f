/** What became of the lines of a list. Pure. */
import type { MatchResult } from '@leadloom/shared/contract/match';
import type { MatchKey } from '@leadloom/shared/tables/match-columns';

/** By the number of the line: the row chosen by hand; null: none of the candidates. */
export type Choices = ReadonlyMap<number, number | null>;

/** `several`: nobody has chosen yet. */
export type Outcome =
  | { readonly kind: 'found'; readonly id: number; readonly by: MatchKey | 'hand' }
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

function outcomeOf({ id, by, candidates }: MatchResult, chosen: number | null | undefined): Outcome {
  if (id !== null && by !== null) return { kind: 'found', id, by };
  if (candidates.length === 0 || chosen === null) return { kind: 'none' };
  return chosen === undefined ? { kind: 'several', candidates } : { kind: 'found', id: chosen, by: 'hand' };
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
