/** Places that accounts were named by LinkedIn. */
import { type SQL, sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { lexemes, time } from '../database/columns.ts';
import { ofWorkspace } from './workspaces.table.ts';

/** Places as LinkedIn's own look-up named them. How they reach other accounts is decided in `known-places.repository.ts`. */
export const linkedinKnownPlaces = pgTable(
  'linkedin_known_places',
  {
    workspaceId: ofWorkspace(),
    /** LinkedIn's number. */
    placeId: text('place_id').notNull(),
    /** The whole label. */
    name: text('name').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** Words prefixed with the account's number, like the words of companies. */
    words: lexemes('words').generatedAlwaysAs((): SQL => sql`scoped_words(account_id::text || ':', name)`),
    /** Words without a prefix, for names that several accounts agree on. */
    sharedWords: lexemes('shared_words').generatedAlwaysAs((): SQL => sql`scoped_words('', name)`),
    nameKey: text('name_key')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`left(fold_text(name), 200)`),
  },
  (table) => [
    uniqueIndex('linkedin_known_places_id').on(table.workspaceId, table.placeId),
    index('linkedin_known_places_oldest').on(table.workspaceId, table.updatedAt),
    index('linkedin_known_places_words').using('gin', table.words),
    index('linkedin_known_places_shared_words').using('gin', table.sharedWords),
    index('linkedin_known_places_name').on(sql`name_key collate "C"`, table.placeId, table.workspaceId),
  ],
);
