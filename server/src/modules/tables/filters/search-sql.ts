/** A typed search as an SQL condition. */
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { domainColumn, linkedinKey, memberKey, searchedText, searchVector } from '../../../schema/data-table.ts';
import { boundedSearch, longRuns } from '../values/search-words.ts';
import { type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

/**
 * Whether every word is the beginning of a word of the row, or the row has the address that the text is. A text without a
 * word finds nothing. The database folds the text, because its rules for letter case differ from JavaScript's.
 */
export function searchCondition(
  definition: TableDefinition,
  { columns, text, findsAddress }: Extract<Test, { kind: 'search' }>,
): SQL {
  const address = findsAddress ? searchedAddress(definition, text) : null;
  if (address !== null) return addressCondition(address);
  const wanted = boundedSearch(findsAddress ? wordsOfAddress(text) : text);
  if (wanted === null) return sql`false`;
  const hasWords = sql`${searchVector(definition, columns)} @@ scoped_query('', ${wanted})`;
  // The index has pairs of letters. Rows may have all pairs of a longer run and not the run.
  const parts = longRuns(wanted).map((run) => `%${run}%`);
  if (parts.length === 0) return hasWords;
  return sql`${hasWords} and fold_text(${searchedText(definition, columns)}) like all (${sql.param(parts)}::text[])`;
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
