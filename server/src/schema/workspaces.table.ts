/** Workspaces, their members and invitations, and what members did. Record 0123 says which table belongs to what. */
import { workspaceRights, workspaceRoles } from '@leadloom/shared/contract/workspace-roles';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import type { WorkspaceId } from '../http/workspace-id.ts';
import { accounts } from './accounts.table.ts';

/**
 * The member who made a row, by the id of their account, which may be gone: then it was a former member. There is no foreign
 * key, because every deletion of an account would look through all such rows. null: a server of the version before made it in
 * a personal workspace, whose id is that of its account.
 */
export const byMember = (name = 'created_by') => bigint(name, { mode: 'number' });

export const workspaces = pgTable(
  'workspaces',
  {
    /** Of the sequence that numbers accounts. A personal workspace has the id of its account. */
    id: bigint('id', { mode: 'number' }).$type<WorkspaceId>().primaryKey().default(sql`nextval('accounts_id_seq')`),
    name: text('name').notNull(),
    /** The account whose personal workspace it is; null: members share it. A trigger makes it together with its account. */
    personalAccountId: bigint('personal_account_id', { mode: 'number' }).references(() => accounts.id, { onDelete: 'cascade' }),
    createdBy: byMember(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Calls with a key per month, set by an operator; null: what the plan allows. */
    requestLimit: integer('request_limit'),
    /** Exported rows per month, set by an operator; null: what the plan allows. */
    exportLimit: integer('export_limit'),
    /** null: no trial has begun. */
    trialEndsAt: time('trial_ends_at'),
    /** Since when its storage is full, precise to a few seconds; null: there is room. Webhooks get no events meanwhile. */
    storageFullAt: time('storage_full_at'),
    /** When its owners were last notified that the storage is full; null: never. */
    storageNotifiedAt: time('storage_notified_at'),
    /** When its owners were warned that the storage is nearly full; null: not since there was plenty of room. */
    storageWarnedAt: time('storage_warned_at'),
  },
  (table) => [uniqueIndex('workspaces_personal').on(table.personalAccountId), index('workspaces_created_by').on(table.createdBy)],
);

/**
 * The workspace that a row belongs to. The column keeps the name it had when everything belonged to an account, as long as
 * servers of the version before may run beside. A personal workspace has the id of its account, so no row had to be changed.
 */
export const ofWorkspace = () =>
  bigint('account_id', { mode: 'number' })
    .$type<WorkspaceId>()
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

/** Who sees a row: its author alone, or all members. */
export const visibility = () =>
  text('visibility', { enum: ['private', 'workspace'] })
    .notNull()
    .default('private');

/**
 * Shared names of a workspace are unique together, private ones for each author, so that nobody learns of another's private
 * rows. Whoever made a row of a personal workspace without saying so is its account, whose id it has.
 */
export const namedBy = (table: {
  readonly visibility: SQLWrapper;
  readonly createdBy: SQLWrapper;
  readonly workspaceId: SQLWrapper;
}) => sql`case when ${table.visibility} = 'private' then coalesce(${table.createdBy}, ${table.workspaceId}) else 0 end`;

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: bigint('workspace_id', { mode: 'number' })
      .$type<WorkspaceId>()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role: text('role', { enum: workspaceRoles }).notNull(),
    /** Of a member; owners and admins have all rights, and viewers none, whatever stands here. */
    rights: text('rights', { enum: workspaceRights }).array().notNull(),
    /** The member's part of the workspace's monthly limit of exported rows; null: all of it. */
    exportLimit: integer('export_limit'),
    joinedAt: time('joined_at').notNull().defaultNow(),
    /** Precise to the hour; null: the member has not been here yet. */
    lastSeenAt: time('last_seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.accountId] }),
    index('workspace_members_account').on(table.accountId, table.workspaceId),
  ],
);

/** Rows that a member exported in a calendar month (UTC) and that were charged. */
export const workspaceMemberMonths = pgTable(
  'workspace_member_months',
  {
    workspaceId: bigint('workspace_id', { mode: 'number' })
      .$type<WorkspaceId>()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    exportCount: integer('export_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.accountId, table.month] }),
    index('workspace_member_months_account').on(table.accountId),
  ],
);

/** Invitations that were neither used nor withdrawn. */
export const workspaceInvites = pgTable(
  'workspace_invites',
  {
    id: uuid('id').primaryKey(),
    workspaceId: bigint('workspace_id', { mode: 'number' })
      .$type<WorkspaceId>()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, which stands in the mail alone. */
    codeHash: bytes('code_hash').notNull(),
    /** Lower-cased. */
    email: text('email').notNull(),
    role: text('role', { enum: workspaceRoles }).notNull(),
    invitedBy: byMember('invited_by'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('workspace_invites_code').on(table.codeHash),
    uniqueIndex('workspace_invites_email').on(table.workspaceId, table.email),
    index('workspace_invites_expiry').on(table.expiresAt),
  ],
);

/** What members did, kept for 400 days. Personal workspaces note nothing. */
export const workspaceActivity = pgTable(
  'workspace_activity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: bigint('workspace_id', { mode: 'number' })
      .$type<WorkspaceId>()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Who did it; null: nobody, such as the sign-in at a provider. */
    accountId: byMember('account_id'),
    at: time('at').notNull(),
    /** Such as `exported` or `member.removed`; see `activityActions` in the contract. */
    action: text('action').notNull(),
    /** What it was done to, as members know it. */
    target: text('target').notNull(),
    /** Rows that were exported; null: none. */
    rows: integer('row_count'),
  },
  (table) => [
    index('workspace_activity_workspace').on(table.workspaceId, table.id),
    index('workspace_activity_account').on(table.accountId),
    index('workspace_activity_time').on(table.at),
    // An erasure looks for the addresses of invitations.
    index('workspace_activity_address').on(table.target).where(sql`${table.action} in ('member.invited', 'invite.withdrawn')`),
  ],
);

/**
 * How often something of a kind changed in a shared workspace, so that screens of other members notice it. Triggers of the
 * tables are the only writers.
 */
export const workspaceVersions = pgTable(
  'workspace_versions',
  {
    workspaceId: bigint('workspace_id', { mode: 'number' })
      .$type<WorkspaceId>()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.kind] })],
);

/**
 * The owner who has been there longest and is not blocked, who is written to about the workspace: of a personal one, its
 * account.
 */
export const firstOwnerOf = (workspaceId: SQLWrapper) => sql<number>`(select owner.account_id from ${workspaceMembers} owner
  where owner.workspace_id = ${workspaceId} and owner.role = 'owner'
  order by exists (select from ${accounts} holder where holder.id = owner.account_id and holder.blocked_at is not null),
    owner.joined_at, owner.account_id limit 1)`;

/** Whether a workspace may store and do what needs a verified email: a shared one, and that of a verified account. */
export const isVerifiedWorkspace = (workspaceId: SQLWrapper) => sql<boolean>`exists (select from ${workspaces} verified
  left join ${accounts} holder on holder.id = verified.personal_account_id
  where verified.id = ${workspaceId} and (verified.personal_account_id is null or holder.verified_at is not null))`;

/** Whether things are done for a workspace while nobody calls: a shared one, and that of a verified account that is not blocked. */
export const isServedWorkspace = (workspaceId: SQLWrapper) => sql<boolean>`exists (select from ${workspaces} served
  left join ${accounts} holder on holder.id = served.personal_account_id
  where served.id = ${workspaceId}
    and (served.personal_account_id is null or (holder.verified_at is not null and holder.blocked_at is null)))`;
