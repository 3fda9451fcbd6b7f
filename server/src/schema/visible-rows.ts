/**
 * Who sees a view, a list or an alert: all members of its workspace if it is shared, else its author alone. All statements
 * about such rows ask here, so that the private row of somebody else is treated as if it did not exist (record 0124).
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Member, WorkspaceId } from '../http/workspace-id.ts';
import { isShared, memberEmail } from './member-names.ts';

interface MadeRow {
  readonly workspaceId: SQLWrapper;
  readonly createdBy: SQLWrapper;
}

interface VisibleRow extends MadeRow {
  readonly visibility: SQLWrapper;
}

/** The columns of a table under its alias in a statement that is written out. */
export function columnsAs(alias: string): VisibleRow {
  const column = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  return { workspaceId: column('account_id'), createdBy: column('created_by'), visibility: column('visibility') };
}

/** The account that made a row. A row of a personal workspace without an author is its account's, whose id it has. */
export const authorOf = ({ workspaceId, createdBy }: MadeRow): SQL => sql`coalesce(${createdBy}, ${workspaceId})`;

/** The same of a row that was read. */
export function authorIdOf(row: { readonly createdBy: number | null; readonly workspaceId: WorkspaceId }): number {
  return row.createdBy ?? row.workspaceId;
}

export const isMadeBy = (row: MadeRow, { accountId, workspaceId }: Member): SQL =>
  sql`(${row.workspaceId} = ${workspaceId}::bigint and ${authorOf(row)} = ${accountId}::bigint)`;

export const isSeenBy = (row: VisibleRow, { accountId, workspaceId }: Member): SQL =>
  sql`(${row.workspaceId} = ${workspaceId}::bigint
    and (${row.visibility} = 'workspace' or ${authorOf(row)} = ${accountId}::bigint))`;

/** The same where the workspace and the account are columns, too. */
export const isSeenByAuthorOf = (row: VisibleRow, other: MadeRow): SQL =>
  sql`(${row.workspaceId} = ${other.workspaceId} and (${row.visibility} = 'workspace' or ${authorOf(row)} = ${authorOf(other)}))`;

/** Whether a row belongs to somebody's personal workspace. */
export const isPersonal = ({ workspaceId }: Pick<MadeRow, 'workspaceId'>): SQL => sql`not ${isShared(workspaceId)}`;

/** The email of whoever made a row; null: its account itself, in its personal workspace. */
export const authorEmail = (row: MadeRow): SQL<string | null> =>
  sql<string | null>`case when ${authorOf(row)} = ${row.workspaceId} then null else ${emailOrFormer(row)} end`;

/** The email of whoever made a row, in personal workspaces, too. */
export const emailOrFormer = (row: MadeRow): SQL<string> => memberEmail(authorOf(row));

/** Whether the author of a row is still a member of its workspace. */
export function isAuthorThere(row: MadeRow): SQL<boolean> {
  return sql<boolean>`exists (select from workspace_members there
    where there.workspace_id = ${row.workspaceId} and there.account_id = ${authorOf(row)})`;
}

/**
 * The time of a change, which is always later than that of the change before, so that who saw the one is told from who saw
 * the other.
 */
export function changedAt(now: Date, before: Date | null): Date {
  return before === null || now > before ? now : new Date(before.getTime() + 1);
}
