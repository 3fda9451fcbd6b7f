/** How well names answer what somebody types, for every box that suggests some. */

/** 0: it begins so. 1: one of its words does. 2: it holds the text elsewhere. */
export type SuggestionRank = 0 | 1 | 2;

/** @param name folded, as `typed`, which is not empty @returns null: the text is not in it */
export function suggestionRank(name: string, typed: string): SuggestionRank | null {
  const first = name.indexOf(typed);
  if (first <= 0) return first === 0 ? 0 : null;
  for (let at = first; at !== -1; at = name.indexOf(typed, at + 1)) if (startsWord(name, at)) return 1;
  return 2;
}

/** Whether what stands before is no letter, figure or mark. */
export function startsWord(text: string, at: number): boolean {
  return !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** Those that hold the text, the best first; equally good ones stay as they are. @param fold as `typed` is folded */
export function rankSuggestions<Item>(items: readonly Item[], typed: string, fold: (item: Item) => string): Item[] {
  const ranked: Item[][] = [[], [], []];
  for (const item of items) {
    const rank = suggestionRank(fold(item), typed);
    if (rank !== null) ranked[rank]?.push(item);
  }
  return ranked.flat();
}
