/**
 * A typed search: words, `"a phrase"`, `-excluded`, `-"an excluded phrase"`, and `OR` between alternatives. Words next to each
 * other bind closer than `OR`. Every text can be read; what says nothing is left out. Pure.
 */

/** More terms would make a search read whole tables without need; the rest is left out. */
export const SEARCH_TERMS_LIMIT = 24;

export interface SearchTerm {
  /**
   * Words that stand next to each other outside quotation marks are one term, with all their signs, as they were typed: it is
   * read as a search without operators (`search-words.ts`). Of a phrase: its words, without the quotation marks.
   */
  readonly text: string;
  /** The words follow each other, and each is whole. */
  readonly isPhrase: boolean;
  /** No row that has the term passes. */
  readonly isExcluded: boolean;
}

/** Passed by rows that pass all its terms, of which there is at least one. */
export interface SearchAlternative {
  readonly terms: readonly SearchTerm[];
}

/** Phones and word processors type curly quotation marks. */
const QUOTES = '"“”„';
/** One part of a search, at the beginning of a word: an exclusion or a phrase, or a word. A quotation mark may stay open. */
const PART = new RegExp(`(-?)[${QUOTES}]([^${QUOTES}]*)(?:[${QUOTES}]|$)|(\\S+)`, 'g');
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

interface Part extends SearchTerm {
  readonly isPlain: boolean;
  readonly index: number;
}

/** The alternatives, any of which a row must pass; none: the text has no word, and finds nothing. */
export function readSearch(text: string): readonly SearchAlternative[] {
  const parts = partsOf(text);
  const hasWords = parts.some((part) => !isOr(part));
  const groups: Part[][] = [[]];
  for (const part of parts) {
    // While `ORACLE` is typed, the search is `OR` for a moment.
    if (isOr(part) && hasWords) groups.push([]);
    else groups.at(-1)?.push(part);
  }
  let left = SEARCH_TERMS_LIMIT;
  return groups.flatMap((group) => {
    const terms = termsOf(text, group).slice(0, left);
    left -= terms.length;
    return terms.length === 0 ? [] : [{ terms }];
  });
}

function partsOf(text: string): readonly Part[] {
  return Array.from(text.matchAll(PART), ({ 0: whole, 1: minus, 2: phrase, 3: word = '', index }): Part => {
    if (phrase !== undefined) {
      return { text: phrase.trim(), isPhrase: true, isExcluded: minus === '-', isPlain: false, index };
    }
    const isExcluded = word.startsWith('-') && SAYS_SOMETHING.test(word);
    return { text: isExcluded ? word.slice(1) : whole, isPhrase: false, isExcluded, isPlain: !isExcluded, index };
  });
}

function isOr({ text, isPlain }: Part): boolean {
  return isPlain && text === 'OR';
}

/** Plain words that follow each other become one term, with what was typed between them. */
function termsOf(text: string, parts: readonly Part[]): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  let from: number | null = null;
  for (const { isPlain, index, ...term } of parts) {
    if (isPlain) {
      from ??= index;
      const run = { ...term, text: text.slice(from, index + term.text.length) };
      if (from === index) terms.push(run);
      else terms.splice(-1, 1, run);
    } else {
      from = null;
      terms.push(term);
    }
  }
  return terms.filter((term) => SAYS_SOMETHING.test(term.text));
}
