/** Random searches as people type them, with what they mean. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { addressOf, type Holds, textsOf } from './meaning.ts';
import type { Random } from './random.ts';
import { BEGINNINGS, PHRASES, WORDS } from './vocabulary.ts';

export interface Search {
  readonly typed: string;
  readonly holds: Holds;
}

/** The column in which a pasted address is looked for. */
const SITE_COLUMNS: Readonly<Record<string, string>> = {
  companies: 'website',
  people: 'company_website',
  jobs: 'company_website',
  reviews: 'product_url',
  shopify: 'url',
};

interface Term {
  readonly typed: string;
  readonly passes: (words: readonly string[]) => boolean;
}

/** @param columns those that are searched @param findsAddress whether an address finds the rows that have it */
export function randomSearch(
  definition: TableDefinition,
  { columns, findsAddress }: { readonly columns: readonly string[]; readonly findsAddress: boolean },
  random: Random,
): Search {
  const wordsOf: (row: Parameters<Holds>[0]) => readonly string[] = (row) =>
    splitWords(columns.flatMap((column) => textsOf(row, column)).join(' '));
  if (findsAddress && random.chance(0.08)) return pastedAddress(definition, wordsOf);
  const alternatives = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
    Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () => randomTerm(random)),
  );
  let typed = alternatives.map((terms) => terms.map((term) => term.typed).join(' ')).join(' OR ');
  // A quotation mark that is not closed closes at the end.
  if (typed.endsWith('"') && random.chance(0.3)) typed = typed.slice(0, -1);
  return {
    typed: random.chance(0.2) ? `  ${typed} ` : typed,
    holds: (row) => {
      const words = wordsOf(row);
      return alternatives.some((terms) => terms.every((term) => term.passes(words)));
    },
  };
}

function randomTerm(random: Random): Term {
  const isExcluded = random.chance(0.3);
  if (random.chance(0.4)) {
    const phrase = random.pick(PHRASES);
    return term(`"${phrase}"`, isExcluded, (words) => hasPhrase(words, splitWords(phrase)));
  }
  if (isExcluded) {
    const word = random.pick([...WORDS, ...BEGINNINGS]);
    return term(word, true, (words) => words.includes(word.toLowerCase()));
  }
  const word = random.pick([...WORDS, ...BEGINNINGS]);
  return term(word, false, (words) => words.some((one) => one.startsWith(word.toLowerCase())));
}

function term(typed: string, isExcluded: boolean, has: Term['passes']): Term {
  return { typed: isExcluded ? `-${typed}` : typed, passes: (words) => has(words) !== isExcluded };
}

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, place) => words[at + place] === word));
}

function pastedAddress(definition: TableDefinition, wordsOf: (row: Parameters<Holds>[0]) => readonly string[]): Search {
  const column = SITE_COLUMNS[definition.name];
  return {
    typed: 'https://www.Alpha.example/',
    holds: (row) => {
      if (column !== undefined) return addressOf(row, column)?.host === 'alpha.example';
      const words = wordsOf(row);
      return ['alpha', 'example'].every((part) => words.some((word) => word.startsWith(part)));
    },
  };
}

function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
