/** A typed search as an SQL condition. */
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import { readSearch, type SearchTerm } from '@leadloom/shared/tables/conditions/search-query';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { domainColumn, linkedinKey, memberKey, searchedText, searchVector } from '../../../schema/data-table.ts';
import { boundedSearch, hasRuns, longRuns } from '../values/search-words.ts';
import { type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

type SearchTest = Extract<Test, { kind: 'search' }>;

/**
 * Whether the row passes one of the alternatives, or has the address that the text is. A text without a word finds nothing. The
 * database folds the text, because its rules for letter case differ from JavaScript's.
 */
export function searchCondition(definition: TableDefinition, test: SearchTest): SQL {
  const address = test.findsAddress ? searchedAddress(definition, test.text) : null;
  if (address !== null) return addressCondition(address);
  const alternatives = readSearch(test.text);
  if (alternatives.length === 0) return sql`false`;
  const conditions = alternatives.map(({ terms }) =>
    sql.join(
      terms.map((term) => termCondition(definition, test, term)),
      sql` and `,
    ),
  );
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  );
}

function termCondition(definition: TableDefinition, test: SearchTest, { text, isPhrase, isExcluded }: SearchTerm): SQL {
  if (isExcluded) return sql`(${wholeCondition(definition, test, text)}) is not true`;
  return isPhrase ? wholeCondition(definition, test, text) : wordsCondition(definition, test, text);
}

/** Every word is the beginning of a word of the row. */
function wordsCondition(definition: TableDefinition, { columns, findsAddress }: SearchTest, text: string): SQL {
  const wanted = boundedSearch(findsAddress ? wordsOfAddress(text) : text);
  if (wanted === null) return sql`false`;
  const hasWords = sql`${searchVector(definition, columns)} @@ scoped_query('', ${wanted})`;
  // The index has pairs of letters. Rows may have all pairs of a longer run and not the run.
  const parts = longRuns(wanted).map((run) => `%${run}%`);
  if (parts.length === 0) return hasWords;
  return sql`${hasWords} and fold_text(${searchedText(definition, columns)}) like all (${sql.param(parts)}::text[])`;
}

/** The words follow each other in the row, and each is whole. The index finds the rows that have them in any order. */
function wholeCondition(definition: TableDefinition, { columns }: SearchTest, text: string): SQL {
  const isPart = hasRuns(text);
  const query = isPart
    ? sql`scoped_query('', ${text})`
    : // Words have no colon and no asterisk: these mark beginnings.
      sql`replace(scoped_query('', ${text})::text, ':*', '')::tsquery`;
  return sql`${searchVector(definition, columns)} @@ ${query}
    and has_phrase(${searchedText(definition, columns)}, ${text}, ${isPart})`;
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
