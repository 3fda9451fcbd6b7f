/** Views and layouts of the tables' screens. */

import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';
import { byMember, namedBy, ofWorkspace, visibility } from './workspaces.table.ts';

export const tableViews = pgTable(
  'table_views',
  {
    /** A random id: knowing it is the permission to read. */
    id: text('id').primaryKey(),
    workspaceId: ofWorkspace(),
    createdBy: byMember(),
    visibility: visibility(),
    tableName: text('table_name').notNull(),
    name: text('name').notNull(),
    state: jsonb('state').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    /** Whether the view is pinned to the sidebar. */
    isPinned: boolean('is_pinned').notNull().default(false),
    /** The picture of the view's rows; null: the view shows rows. */
    chart: jsonb('chart'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('table_views_own_name').on(
      table.workspaceId,
      table.tableName,
      sql`lower(${table.name})`,
      sql`(${namedBy(table)})`,
    ),
    uniqueIndex('table_views_own_default')
      .on(table.workspaceId, table.tableName, sql`(coalesce(${table.createdBy}, ${table.workspaceId}))`)
      .where(sql`${table.isDefault}`),
    // As for lists: what one member sees of thousands.
    index('table_views_author').on(table.workspaceId, sql`(coalesce(${table.createdBy}, ${table.workspaceId}))`),
    index('table_views_shared').on(table.workspaceId).where(sql`${table.visibility} = 'workspace'`),
    index('table_views_account').on(table.workspaceId),
  ],
);

export const tableLayouts = pgTable(
  'table_layouts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tableName: text('table_name').notNull(),
    columns: jsonb('columns').notNull(),
    density: text('density').notNull().default('comfortable'),
    /** Rows on a page; null: none was chosen. */
    perPage: integer('per_page'),
    /** Columns of the layout "work". */
    workColumns: jsonb('work_columns').notNull().default([]),
    workPerPage: integer('work_per_page'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.tableName] })],
);
