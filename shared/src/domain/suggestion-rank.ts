/** Ranks names by how well they match typed text, for every field with suggestions. */

/** 0: the name starts with the text. 1: a word in it does. 2: the text is elsewhere in it. */
export type SuggestionRank = 0 | 1 | 2;

/**
 * @param name folded, like `typed`, which is not empty
 * @returns null: the name does not contain the text
 */
export function suggestionRank(name: string, typed: string): SuggestionRank | null {
  const first = name.indexOf(typed);
  if (first <= 0) return first === 0 ? 0 : null;
  for (let at = first; at !== -1; at = name.indexOf(typed, at + 1)) if (startsWord(name, at)) return 1;
  return 2;
}

/** Whether the character before is not a letter, digit or mark. */
export function startsWord(text: string, at: number): boolean {
  return !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
}

/**
 * Names that contain the text, best first; names of equal rank keep their order.
 * @param fold the way `typed` was folded
 */
export function rankSuggestions<Item>(items: readonly Item[], typed: string, fold: (item: Item) => string): Item[] {
  const ranked: Item[][] = [[], [], []];
  for (const item of items) {
    const rank = suggestionRank(fold(item), typed);
    if (rank !== null) ranked[rank]?.push(item);
  }
  return ranked.flat();
}
