/** Filters by parts of words as SQL; `values/word-parts.ts` says the same in plain code. */
import { type SQL, sql } from 'drizzle-orm';
import { wordParts } from '../values/word-parts.ts';

/** Whether a text has all words of one of the values; false where it is null. Folding costs most, so each text is folded once. */
export function hasPartsSql(text: SQL, values: readonly string[]): SQL {
  const ways = values.flatMap(wordParts);
  if (ways.length === 0) return sql`false`;
  const matches = ways.map((words) => sql`compared like all (${sql.param(words.map((word) => `%${escaped(word)}%`))}::text[])`);
  return sql`exists (select from (select replace(fold_text(cell || coalesce(' ' || spelled_out(cell), '')), ' & ', '&') as compared
    from (select ${text} as cell offset 0) cells offset 0) folded where ${sql.join(matches, sql` or `)})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
