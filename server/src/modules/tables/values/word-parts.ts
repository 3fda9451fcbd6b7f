/**
 * Filters by parts of words: a value finds the texts that have each of its words, at least as a part of a word. Case, accents
 * and a legal form at the end do not count, and German and Nordic letters may be spelled out. Pure.
 */
import { foldText } from './fold-text.ts';
import { searchedWords, spelledOut } from './search-words.ts';

/** More words would not find better. */
const WORDS_LIMIT = 12;

/** The ways to read a value: folded words, all of which a text must have. None: the value has no word, and finds nothing. */
export function wordParts(value: string): readonly (readonly string[])[] {
  const { names, readings } = searchedWords(value);
  const ways = readings.map(({ words, runs }) => [...new Set([...names, ...words, ...runs])].slice(0, WORDS_LIMIT));
  return ways.filter((words) => words.length > 0);
}

/** Whether a text passes one of the values, as the SQL says it (`filters/parts-sql.ts`). */
export function hasParts(text: string, values: readonly string[]): boolean {
  const spelled = spelledOut(text);
  const compared = `${foldText(text)} ${spelled === null ? '' : foldText(spelled)}`.replaceAll(' & ', '&');
  return values.some((value) => wordParts(value).some((words) => words.every((word) => compared.includes(word))));
}
