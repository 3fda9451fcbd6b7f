/**
 * Matches remembered names with a typed text, by columns that companies and places have alike: `name_key`, `words` and
 * `shared_words`.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace-id.ts';

/** Accounts whose emails share a domain may be one person or one company. They count as one voice. */
export const NEEDED_VOICES = 2;

/** One condition per source, each with an index, and the order of what it finds. */
export interface NameMatch {
  /** Rows of the account itself. */
  readonly own: SQL;
  /** Rows of all accounts. */
  readonly agreed: SQL;
  readonly order: SQL;
}

/** Names that start with the text. In their order the exact name comes first. */
export function matchPrefix(text: string): NameMatch {
  const matches = sql`(name_key collate "C") ^@ fold_text(${text}) and scoped_query('', ${text}) is not null`;
  return { own: matches, agreed: matches, order: sql`name_key collate "C"` };
}

/** Names that have, for each word of the text, a word that starts with it. */
export function matchWords(workspaceId: WorkspaceId, text: string): NameMatch {
  return {
    own: sql`words @@ scoped_query(${`${workspaceId}:`}, ${text})`,
    agreed: sql`shared_words @@ scoped_query('', ${text})`,
    order: sql`starts_with(name_key, fold_text(${text})) desc, name_key collate "C"`,
  };
}
