/**
 * The words of texts and of searches, as the database's functions `search_words` and `scoped_query` make them. Those
 * functions contain the patterns of `word-patterns.ts`; a test compares both. Texts are read here for the sandbox, for the
 * model of the tests, and to bound what is asked of the database. Pure.
 */
import { readSearch } from '@leadloom/shared/tables/conditions/search-query';
import { foldText } from './fold-text.ts';
import { withoutLegalForm } from './legal-forms.ts';
import { patternsIn } from './word-patterns.ts';

/** More words would make a search read whole tables without need. */
const SEARCH_WORDS_LIMIT = 12;

const patterns = patternsIn('script');
const breaks = new RegExp(patterns.breaks, 'gu');
const unspaced = new RegExp(patterns.unspaced, 'gu');
const signed = new RegExp(patterns.signedNames, 'gu');
const BEFORE_NAMES = /[(,/;\n\t]/g;

/** One way to read a text. */
interface Reading {
  /** Words of scripts with blanks, folded. */
  readonly words: readonly string[];
  /** Runs of letters without blanks, any part of which is found. */
  readonly runs: readonly string[];
}

/** A search: all names with signs, and all words and runs of one of the readings. */
export interface SearchedWords {
  readonly names: readonly string[];
  /** The second reading has German and Nordic letters spelled out: `mueller` for `Müller`. */
  readonly readings: readonly Reading[];
}

/**
 * The words of a typed text, without a legal form at its end. They contain only letters, marks, digits, and the signs of
 * names, so no operator of a query.
 */
export function searchedWords(typed: string): SearchedWords {
  return readWords(withoutLegalForm(typed));
}

function readWords(text: string): SearchedWords {
  const prepared = beforeNames(text);
  const names = namesIn(prepared);
  return { names, readings: readingsOf(names.length === 0 ? text : prepared.replace(signed, ' ')) };
}

/**
 * The typed text as the database is asked for it; null: it has no word, and finds nothing. Words beyond the limit are left
 * out.
 */
export function boundedSearch(text: string): string | null {
  const { names, readings } = searchedWords(text);
  const [{ words, runs } = { words: [], runs: [] }] = readings;
  const all = [...names, ...words, ...runs];
  if (all.length === 0) return null;
  return all.length > SEARCH_WORDS_LIMIT ? all.slice(0, SEARCH_WORDS_LIMIT).join(' ') : withoutLegalForm(text);
}

/** Runs that pairs of letters find too much for: those of more than two letters, folded. */
export function longRuns(text: string): readonly string[] {
  const [first] = searchedWords(text).readings;
  return (first?.runs ?? []).filter((run) => Array.from(run).length > 2);
}

/** Whether a text has all words of a search, as wholes or as beginnings, and its runs as parts. */
export function hasSearchedWords(text: string, { names, readings }: SearchedWords): boolean {
  const own = readingsOf(text);
  const ownNames = namesIn(beforeNames(text).replaceAll(' & ', '&'));
  const words = [...own.flatMap((reading) => reading.words), ...ownNames];
  const runs = own.flatMap((reading) => reading.runs);
  if (names.length === 0 && readings.every((reading) => reading.words.length + reading.runs.length === 0)) return false;
  return (
    names.every((name) => ownNames.some((other) => other.startsWith(name))) &&
    readings.some(
      (reading) =>
        reading.words.every((word) => words.some((other) => other.startsWith(word))) &&
        reading.runs.every((run) => runs.some((other) => other.includes(run))),
    )
  );
}

/** Whether a text has letters of a script without blanks between words, any part of which is found. */
export function hasRuns(text: string): boolean {
  return searchedWords(text).readings.some(({ runs }) => runs.length > 0);
}

/** Whether a text passes a search with its operators, as the database's condition says it. */
export function passesSearch(text: string, search: string): boolean {
  return readSearch(search).some(({ terms }) =>
    terms.every(({ text: wanted, isPhrase, isExcluded }) => {
      if (isExcluded) return !hasPhrase(text, wanted);
      return isPhrase ? hasPhrase(text, wanted) : hasSearchedWords(text, searchedWords(wanted));
    }),
  );
}

/** Whether a phrase is a single word, so that an index of words alone tells which texts have it. */
export function isOneWord(phrase: string): boolean {
  const { names, readings } = readWords(phrase);
  return names.length === 0 && readings.every(({ words, runs }) => words.length === 1 && runs.length === 0);
}

/** Whether the words of a phrase follow each other in a text, each of them whole; in scripts without blanks a part is enough. */
function hasPhrase(text: string, phrase: string): boolean {
  if (isOneWord(phrase)) return hasWholeWord(text, phrase);
  const prepared = beforeNames(phrase);
  const own = namesIn(beforeNames(text).replaceAll(' & ', '&'));
  if (!namesIn(prepared).every((name) => own.includes(name))) return false;
  const isPart = hasRuns(phrase);
  const texts = phraseTexts(text);
  return phraseTexts(phrase).some((one) => {
    const wanted = isPart ? one.trim() : one;
    return wanted.trim() !== '' && texts.some((other) => other.includes(wanted));
  });
}

function hasWholeWord(text: string, phrase: string): boolean {
  const own = readingsOf(text).flatMap(({ words }) => words);
  return readWords(phrase).readings.some(({ words }) => words.every((word) => own.includes(word)));
}

/** Folded words with one blank before, between and after them; a second reading has letters spelled out. */
function phraseTexts(text: string): readonly string[] {
  const spelled = spelledOut(text);
  return [text, ...(spelled === null ? [] : [spelled])].map((reading) =>
    ` ${foldText(reading)} `.replace(breaks, ' ').replace(/ +/g, ' '),
  );
}

function beforeNames(text: string): string {
  return ` ${text.normalize('NFKC').replace(BEFORE_NAMES, ' ')}`;
}

function namesIn(prepared: string): readonly string[] {
  return (prepared.match(signed) ?? []).map((name) => foldText(name.trim()));
}

function readingsOf(text: string): readonly Reading[] {
  const words = text.replace(breaks, ' ');
  const spelled = spelledOut(words);
  const folded = [foldText(words), ...(spelled === null ? [] : [foldText(spelled)])];
  return folded.map((reading) => ({
    words: reading
      .replace(unspaced, ' ')
      .split(breaks)
      .flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []),
    runs: reading.match(unspaced) ?? [],
  }));
}

/** German and Nordic letters as people without such a keyboard write them; null: there are none. */
export function spelledOut(text: string): string | null {
  const apart = text.normalize('NFD');
  const spelled = apart
    .replace(/([aou])\u0308/gi, '$1e')
    .replace(/(a)\u030a/gi, '$1a')
    .replace(/ø/gi, 'oe');
  return spelled === apart ? null : spelled;
}
