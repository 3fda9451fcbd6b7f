/**
 * Lists, tags and notes that accounts keep about rows. Rows are named by the table's name in the database and their id.
 * Triggers delete what is kept about a row together with the row.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { byMember, namedBy, ofWorkspace, visibility } from './workspaces.table.ts';

const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const rowId = () => bigint('row_id', { mode: 'number' }).notNull();
/**
 * The version of what the account keeps about the table (`my_row_versions`) in which one call added this, so that exactly what
 * the call added can be taken back. null: added on its own, or changed since.
 */
const addition = () => bigint('addition', { mode: 'number' });

/**
 * How often an account changed what it keeps about the rows of a table. Its lock is held by every such change until it
 * commits, so limits hold and the number never goes back.
 */
export const myRowVersions = pgTable(
  'my_row_versions',
  {
    workspaceId: ofWorkspace(),
    tableName: text('table_name').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.tableName] })],
);

export const rowLists = pgTable(
  'row_lists',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: byMember(),
    visibility: visibility(),
    tableName: text('table_name').notNull(),
    name: text('name').notNull(),
    /** A note about the list; empty: none. */
    note: text('note').notNull().default(''),
    /** Lines pasted onto the table, of which these are the rows that were found; null: a list that its owner named. */
    pastedLines: integer('pasted_lines'),
    /** The source of counted rows, such as `Trend “Cold brew”`, with their count in `pastedLines`; null: lines were pasted. */
    countedIn: text('counted_in'),
    /** Whether the list is pinned to the sidebar. */
    isPinned: boolean('is_pinned').notNull().default(false),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /**
     * When the list was deleted; null: it is not. A deleted list is kept for a while with its rows, and otherwise treated
     * as if it did not exist.
     */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('row_lists_own_name')
      .on(table.workspaceId, table.tableName, sql`lower(${table.name})`, sql`(${namedBy(table)})`)
      .where(sql`${table.deletedAt} is null`),
    // What one member sees of a workspace with thousands of lists: their own, and the shared ones.
    index('row_lists_author').on(table.workspaceId, sql`(coalesce(${table.createdBy}, ${table.workspaceId}))`),
    index('row_lists_shared').on(table.workspaceId).where(sql`${table.visibility} = 'workspace'`),
    index('row_lists_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

export const rowListRows = pgTable(
  'row_list_rows',
  {
    listId: bigint('list_id', { mode: 'number' })
      .notNull()
      .references(() => rowLists.id, { onDelete: 'cascade' }),
    rowId: rowId(),
    addition: addition(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.rowId] }),
    // The index has the list in it, because thousands of accounts may keep the same row.
    index('row_list_rows_row').on(table.rowId, table.listId),
  ],
);

/** `folded` identifies a tag regardless of case. */
export const rowTags = pgTable(
  'row_tags',
  {
    workspaceId: ofWorkspace(),
    tableName: text('table_name').notNull(),
    rowId: rowId(),
    folded: text('folded').notNull(),
    tag: text('tag').notNull(),
    addition: addition(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.tableName, table.folded, table.rowId] }),
    index('row_tags_row').on(table.rowId, table.workspaceId, table.tableName),
  ],
);

export const rowNotes = pgTable(
  'row_notes',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** The author, who alone may change it, besides admins. */
    createdBy: byMember(),
    tableName: text('table_name').notNull(),
    rowId: rowId(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    addition: addition(),
  },
  (table) => [
    index('row_notes_account').on(table.workspaceId, table.tableName, table.rowId),
    index('row_notes_row').on(table.rowId),
  ],
);
