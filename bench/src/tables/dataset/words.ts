/** Generated words for names, cities and descriptions, and for searches. */

const beginnings = ['ba', 'co', 'da', 'fe', 'ga', 'ha', 'ju', 'ka', 'lo', 'me', 'ni', 'or', 'pa', 'qui', 'ro', 'sa', 'ti', 'vu'];
const endings = ['bel', 'cor', 'dan', 'fin', 'gan', 'lem', 'mir', 'nor', 'pel', 'ras', 'sen', 'tov', 'vik', 'zan'];
const tails = ['', 'a', 'en', 'ia', 'is', 'o', 'um', 'yx'];

/** About two thousand distinct words, most frequent first. */
export const words: readonly string[] = tails.flatMap((tail) =>
  endings.flatMap((ending) => beginnings.map((beginning) => `${beginning}${ending}${tail}`)),
);

export function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
