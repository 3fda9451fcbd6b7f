/**
 * A typed search in a column store, as `search-sql.ts` means it. The database itself makes the words and the phrases that are
 * looked for; a beginning is looked up among all known words, because an index tells which rows have a whole word.
 */
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import { readSearch, type SearchTerm } from '@leadloom/shared/tables/conditions/search-query';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import {
  foldedOf,
  hostOf,
  lowerOf,
  memberOf,
  pageOf,
  phraseOf,
  spelledPhraseOf,
  wordsOf,
} from '../../../column-store/copied-columns.ts';
import { countIn } from '../../../column-store/engine-answer.ts';
import { allOf, anyOf, type EngineQuestion, holds, isIn, NEVER, notOf } from './engine-logic.ts';
import { wantedWords } from './search-sql.ts';
import { type SearchedAddress, searchedAddress } from './searched-address.ts';
import { readTsquery, type TsqueryTree } from './tsquery-tree.ts';

type SearchTest = Extract<Test, { kind: 'search' }>;

/** Words of one beginning that are looked for in the index; with more of them it takes longer than to read the words of all rows. */
const WORDS_LIMIT = 10_000;

interface Searched {
  readonly question: EngineQuestion;
  /** The search filter of the table whose columns are searched. */
  readonly filter: string;
  readonly findsAddress: boolean;
}

/** null: these columns are not copied for searching, or the words cannot be read. */
export async function searchEngine(question: EngineQuestion, test: SearchTest): Promise<SQL | null> {
  const { definition } = question;
  const address = test.findsAddress ? searchedAddress(definition, test.text) : null;
  if (address !== null) return addressEngine(question, address);
  const filter = searchFilter(definition, test.columns);
  if (filter === null) return null;
  const searched = { question, filter, findsAddress: test.findsAddress };
  return anyOf(
    await Promise.all(
      readSearch(test.text).map(async ({ terms }) => allOf(await Promise.all(terms.map((term) => termEngine(searched, term))))),
    ),
  );
}

function searchFilter({ filters }: TableDefinition, columns: readonly string[]): string | null {
  const searched = JSON.stringify(columns);
  return filters.find((filter) => filter.kind === 'search' && JSON.stringify(filter.columns) === searched)?.key ?? null;
}

async function termEngine(searched: Searched, term: SearchTerm): Promise<SQL | null> {
  if (!term.isExcluded) return hasTerm(searched, term);
  const excluded = await hasTerm(searched, { ...term, isPhrase: true, isExcluded: false });
  return excluded === null ? null : notOf(excluded);
}

async function hasTerm(searched: Searched, term: SearchTerm): Promise<SQL | null> {
  const { texts } = searched.question;
  const { query, phrase, runs } = wantedWords(term, searched.findsAddress);
  const [written, phrases] = await Promise.all([
    texts.ask(sql`(${query})::text`),
    phrase === null ? null : texts.textsOf(sql`array[phrase_text(${phrase.text}), phrase_text(spelled_out(${phrase.text}))]`),
  ]);
  if (typeof written !== 'string' || written === '') return NEVER;
  const tree = readTsquery(written);
  if (tree === null) return null;
  const words = await treeEngine(searched, tree);
  const found = phrases === null ? [] : [phraseEngine(searched, phrases, phrase?.isPart === true)];
  const parts = runs.map((run) => sql`position(${sql.identifier(foldedOf(searched.filter))}, ${run}) > 0`);
  return allOf([words, ...found, ...parts]);
}

async function treeEngine(searched: Searched, tree: TsqueryTree): Promise<SQL> {
  const words = sql.identifier(wordsOf(searched.filter));
  switch (tree.kind) {
    case 'word':
      return tree.isBeginning ? beginningEngine(searched, tree.word) : sql`has(${words}, ${tree.word})`;
    case 'not':
      return notOf(await treeEngine(searched, tree.of));
    case 'and':
    case 'or': {
      const of = await Promise.all(tree.of.map((part) => treeEngine(searched, part)));
      return tree.kind === 'and' ? (allOf(of) ?? NEVER) : (anyOf(of) ?? NEVER);
    }
  }
}

/** All words of a beginning are part of the statement as a subquery, which is answered before the rows are read. */
async function beginningEngine({ question: { definition, reading }, filter }: Searched, beginning: string): Promise<SQL> {
  const column = wordsOf(filter);
  const known = reading.wordsBeginning(definition, column, beginning);
  const counted = await reading.rows(
    sql`select count() from (select word from (${known}) limit ${sql.raw(String(WORDS_LIMIT + 1))})`,
  );
  const words = sql.identifier(column);
  return countIn(counted) > WORDS_LIMIT
    ? sql`arrayExists(word -> startsWith(word, ${beginning}), ${words})`
    : sql`hasAny(${words}, (select groupArray(word) from (${known})))`;
}

/** @param phrases with a blank before, between and after their words */
function phraseEngine({ filter }: Searched, phrases: readonly string[], isPart: boolean): SQL {
  const wanted = phrases.map((phrase) => [phrase, phrase.replace(/^ +| +$/g, '')] as const).filter(([, bare]) => bare !== '');
  const texts = [phraseOf(filter), spelledPhraseOf(filter)].map((column) => sql.identifier(column));
  const found = wanted.flatMap(([phrase, bare]) =>
    texts.map((text) => holds(sql`position(${text}, ${isPart ? bare : phrase}) > 0`)),
  );
  return anyOf(found) ?? NEVER;
}

async function addressEngine({ texts }: EngineQuestion, { by, column, value }: SearchedAddress): Promise<SQL> {
  switch (by) {
    case 'host':
      return isIn(hostOf(column), [value]);
    case 'page':
      return isIn(pageOf(column), [value]);
    case 'member':
      return isIn(memberOf(column), [value]);
    case 'email':
      return isIn(lowerOf(column), await texts.textsOf(sql`array[lower(${value})]`));
  }
}
