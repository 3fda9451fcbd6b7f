/** A typed search as an SQL condition. */
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import { readSearch, type SearchAlternative, type SearchTerm } from '@leadloom/shared/tables/conditions/search-query';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { domainColumn, linkedinKey, memberKey, searchedText, searchVector } from '../../../schema/data-table.ts';
import { boundedSearch, hasRuns, isOneWord, longRuns } from '../values/search-words.ts';
import { type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

type SearchTest = Extract<Test, { kind: 'search' }>;

/** A search as what the index of its words finds. */
export interface SearchWays {
  /** Conditions, each of which the index serves by itself. No row passes two of them. */
  readonly ways: readonly SQL[];
  /** Whether the search finds all rows that pass none of the ways: one of its alternatives only excludes. */
  readonly isComplement: boolean;
}

/** Whether a row passes the search. */
export function searchCondition(definition: TableDefinition, test: SearchTest): SQL {
  const { ways, isComplement } = searchWays(definition, test);
  const some = anyOf(ways);
  return isComplement ? sql`(${some}) is not true` : some;
}

/**
 * The rows that pass one of the alternatives, or have the address that the text is. A text without a word finds nothing. The
 * database folds the text, because its rules for letter case differ from JavaScript's. To take the words of a row apart takes as
 * long as to find hundreds of rows by the index. So whatever words tell is one query, which the index answers alone.
 */
export function searchWays(definition: TableDefinition, test: SearchTest): SearchWays {
  const address = test.findsAddress ? searchedAddress(definition, test.text) : null;
  if (address !== null) return { ways: [addressCondition(address)], isComplement: false };
  const searched = { definition, test };
  const alternatives = readSearch(test.text);
  const exclusions = alternatives.filter(isExclusion);
  const found = foundBy(
    searched,
    alternatives.filter((alternative) => !isExclusion(alternative)),
  );
  if (exclusions.length === 0) return { ways: waysOf(searched, found), isComplement: false };
  return { ways: waysLeftOut(searched, exclusions, found), isComplement: true };
}

function isExclusion({ terms }: SearchAlternative): boolean {
  return terms.every((term) => term.isExcluded);
}

/** What is searched. */
interface Searched {
  readonly definition: TableDefinition;
  readonly test: SearchTest;
}

/** Rows that some alternatives find. No row is found both ways. */
interface Found {
  /** A query, for which nothing need be compared; null: no alternative is one. */
  readonly byWords: SQL | null;
  /** A condition with comparisons; null: none is needed. */
  readonly compared: SQL | null;
}

/** @param alternatives each with a term that is not excluded */
function foundBy(searched: Searched, alternatives: readonly SearchAlternative[]): Found {
  const byWords: SQL[] = [];
  const compared: { readonly query: SQL; readonly comparisons: readonly SQL[] }[] = [];
  for (const { terms } of alternatives) {
    const wanted = terms.filter(({ isExcluded }) => !isExcluded).map((term) => askedTerm(searched, term));
    const excluded = terms.filter(({ isExcluded }) => isExcluded).map((term) => askedTerm(searched, { ...term, isPhrase: true }));
    const [words, phrases] = [excluded.filter(({ comparison }) => comparison === null), excluded.filter(hasComparison)];
    const query = without(
      sql.join(
        wanted.map((term) => term.query),
        sql` && `,
      ),
      queryOfAny(words),
    );
    const comparisons = wanted.filter(hasComparison).map((term) => term.comparison);
    const notPhrases = phrases.map((term) => sql`(${term.comparison} and ${hasWords(searched, term.query)}) is not true`);
    const ofPhrases = queryOfAny(phrases);
    if (comparisons.length > 0) compared.push({ query, comparisons: [...comparisons, ...notPhrases] });
    else {
      // Only rows that have all words of an excluded phrase are compared with it.
      byWords.push(without(query, ofPhrases));
      if (ofPhrases !== null) compared.push({ query: sql`${query} && ${ofPhrases}`, comparisons: notPhrases });
    }
  }
  const known = queryOfAny(byWords.map((query) => ({ query })));
  const conditions = compared.map(({ query, comparisons }) =>
    sql.join([hasWords(searched, without(query, known)), ...comparisons], sql` and `),
  );
  return { byWords: known, compared: conditions.length === 0 ? null : anyOf(conditions) };
}

function waysOf(searched: Searched, { byWords, compared }: Found): readonly SQL[] {
  return [...(byWords === null ? [] : [hasWords(searched, byWords)]), ...(compared === null ? [] : [compared])];
}

/** The rows that each of the exclusions leaves out, and that nothing else finds. */
function waysLeftOut(searched: Searched, exclusions: readonly SearchAlternative[], others: Found): readonly SQL[] {
  const [first = { byWords: null, compared: null }, ...more] = exclusions.map(({ terms }) =>
    foundBy(
      searched,
      terms.map((term) => ({ terms: [{ ...term, isPhrase: true, isExcluded: false }] })),
    ),
  );
  const also = [
    ...more.map((found) => sql`(${anyOf(waysOf(searched, found))})`),
    ...(others.compared === null ? [] : [sql`(${others.compared}) is not true`]),
  ];
  const notByWords = others.byWords === null ? [] : [sql`(${hasWords(searched, others.byWords)}) is not true`];
  return [
    ...(first.byWords === null ? [] : [[hasWords(searched, without(first.byWords, others.byWords)), ...also]]),
    ...(first.compared === null ? [] : [[sql`(${first.compared})`, ...notByWords, ...also]]),
  ].map((parts) => sql.join(parts, sql` and `));
}

/** A term as the index is asked for it. */
interface AskedTerm {
  /** Null in the database for a term without a word, which no row has. */
  readonly query: SQL;
  /** What else a row must pass; null: the query tells all. */
  readonly comparison: SQL | null;
}

/** What a term asks of a row's words, and of its text beyond them. */
export interface WantedWords {
  /** Null in the database for a term without a word, which no row has. */
  readonly query: SQL;
  /** The words follow each other, each of them whole; `isPart`: a part is enough. null: the query tells all. */
  readonly phrase: { readonly text: string; readonly isPart: boolean } | null;
  /** Folded runs of letters that the text must have in one piece. The words have pairs of letters, of which a row may have all. */
  readonly runs: readonly string[];
}

export function wantedWords({ text, isPhrase }: SearchTerm, findsAddress: boolean): WantedWords {
  if (isPhrase) {
    const isPart = hasRuns(text);
    const query = isPart
      ? sql`scoped_query('', ${text})`
      : // Words have no colon and no asterisk: these mark beginnings.
        sql`replace(scoped_query('', ${text})::text, ':*', '')::tsquery`;
    return { query, phrase: isOneWord(text) ? null : { text, isPart }, runs: [] };
  }
  // Every word is the beginning of a word of the row.
  const wanted = boundedSearch(findsAddress ? wordsOfAddress(text) : text);
  if (wanted === null) return { query: sql`null::tsquery`, phrase: null, runs: [] };
  return { query: sql`scoped_query('', ${wanted})`, phrase: null, runs: longRuns(wanted) };
}

function hasComparison(term: AskedTerm): term is AskedTerm & { readonly comparison: SQL } {
  return term.comparison !== null;
}

function askedTerm({ definition, test: { columns, findsAddress } }: Searched, term: SearchTerm): AskedTerm {
  const { query, phrase, runs } = wantedWords(term, findsAddress);
  const text = searchedText(definition, columns);
  if (phrase !== null) return { query, comparison: sql`has_phrase(${text}, ${phrase.text}, ${phrase.isPart})` };
  const parts = runs.map((run) => `%${run}%`);
  return { query, comparison: parts.length === 0 ? null : sql`fold_text(${text}) like all (${sql.param(parts)}::text[])` };
}

function hasWords({ definition, test: { columns } }: Searched, query: SQL): SQL {
  return sql`${searchVector(definition, columns)} @@ (${query})`;
}

/** null: there are none. */
function queryOfAny(terms: readonly Pick<AskedTerm, 'query'>[]): SQL | null {
  if (terms.length === 0) return null;
  return sql`(${sql.join(
    terms.map(({ query }) => sql`coalesce(${query}, '')`),
    sql` || `,
  )})`;
}

function without(query: SQL, other: SQL | null): SQL {
  return other === null ? query : sql`${query} && !!${other}`;
}

function anyOf(conditions: readonly SQL[]): SQL {
  if (conditions.length === 0) return sql`false`;
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  );
}

function addressCondition({ by, column, value }: SearchedAddress): SQL {
  switch (by) {
    case 'host':
      return sql`${sql.identifier(domainColumn(column))} = ${value}`;
    case 'page':
      return sql`${linkedinKey(column)} = ${value}`;
    case 'member':
      return sql`${memberKey(column)} = ${value}`;
    case 'email':
      return sql`lower(${sql.identifier(column)}) = lower(${value})`;
  }
}
