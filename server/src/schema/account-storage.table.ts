/** How many bytes each account stores, table by table. Triggers of the counted tables are the only writers of changes. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../http/workspace-id.ts';

/**
 * What an account stores in a table is the sum of its rows here. Triggers only insert, so no statement waits for another
 * one, and a transaction of one moment never fails because of them; a job replaces rows by their sum. There is no foreign
 * key, because checking it would make clean-ups wait for accounts that are being deleted: a trigger of `workspaces` deletes
 * the rows of a workspace.
 */
export const accountStorage = pgTable(
  'account_storage',
  {
    /** The workspace, or the account of what a browser keeps: a personal workspace has the id of its account. */
    workspaceId: bigint('account_id', { mode: 'number' }).$type<WorkspaceId>().notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The counted table. */
    tableName: text('table_name').notNull(),
    /** A change of the bytes; negative: they became fewer. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** A change of the number of rows. */
    rows: bigint('row_count', { mode: 'number' }).notNull(),
    /** true: the job wrote this row as the sum of earlier changes. */
    isSum: boolean('is_sum').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('account_storage_changes').on(table.id).where(sql`not ${table.isSum}`),
  ],
);
