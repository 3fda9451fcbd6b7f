import type { MatchResult } from '../contract/match.ts';

/** The row that a pasted line shows: the one that was found, or the only one of a name without a country. null: none. */
export function pastedRow({ id, candidates }: Pick<MatchResult, 'id' | 'candidates'>): number | null {
  const [only] = candidates;
  return id ?? (candidates.length === 1 && only?.by === 'name' ? only.id : null);
}
