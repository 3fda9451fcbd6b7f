/** Alerts, the rows they knew last, their messages, and the events of accounts that tables do not show. */

import type { AlertMessage, FieldChange } from '@leadloom/shared/contract/alert-messages';
import type { Watch } from '@leadloom/shared/contract/alerts';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { destinations } from './destinations.table.ts';
import { byMember, ofWorkspace, visibility } from './workspaces.table.ts';

/** A row as messages store it. Servers of the version before read the names in `fields` alone. */
export type StoredMessageRow = Omit<AlertMessage['rows'][number], 'fields'> & {
  readonly fields?: readonly string[];
  /** The same fields with their values; absent in messages of the version before, and where the row was erased. */
  readonly changes?: readonly FieldChange[];
};

export const alerts = pgTable(
  'alerts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    /** Whom its mails go to. */
    createdBy: byMember(),
    visibility: visibility(),
    name: text('name').notNull(),
    watch: jsonb('watch').$type<Watch>().notNull(),
    /** The database's name of the watched table; null: events of the account are watched. */
    tableName: text('table_name'),
    /** Filters of the watched rows. */
    filters: jsonb('filters').$type<TableFilters>().notNull(),
    /** `added`, `changed`, `removed`. */
    changes: text('changes').array().notNull(),
    /** Watched columns; null: all columns. */
    fields: text('fields').array(),
    frequency: text('frequency', { enum: ['instant', 'daily', 'weekly'] }).notNull(),
    /** For digests: hours and minutes of the day in `zone`. */
    timeOfDay: text('time_of_day').notNull(),
    zone: text('zone').notNull(),
    channels: text('channels').array().notNull(),
    /** The Slack destination that gets its messages, which is the channel `slack`; null: none. */
    destinationId: uuid('destination_id').references(() => destinations.id, { onDelete: 'set null' }),
    state: text('state', { enum: ['active', 'ended'] })
      .notNull()
      .default('active'),
    /** The table's version, or the account's event, up to which everything has been reported. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /**
     * The state of the account's lists and tags, and of linked tables, up to which everything has been reported; null: the
     * filters name none.
     */
    myVersion: bigint('my_version', { mode: 'number' }),
    nextAt: time('next_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When a member last changed it; null: never. */
    updatedAt: time('updated_at'),
  },
  (table) => [
    index('alerts_account').on(table.workspaceId),
    index('alerts_destination').on(table.destinationId).where(sql`${table.destinationId} is not null`),
    index('alerts_instant')
      .on(table.tableName, table.position)
      .where(sql`${table.state} = 'active' and ${table.frequency} = 'instant'`),
    index('alerts_due').on(table.nextAt).where(sql`${table.state} = 'active'`),
  ],
);

/** Which rows matched when the alert last reported: a bit for each id of a chunk, the lowest id in the lowest bit. */
export const alertMembers = pgTable(
  'alert_members',
  {
    alertId: bigint('alert_id', { mode: 'number' })
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    chunk: integer('chunk').notNull(),
    ids: bytes('ids').notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.chunk] })],
);

export const alertMessages = pgTable(
  'alert_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    /** null: a notice about something else of the account. */
    alertId: bigint('alert_id', { mode: 'number' }).references(() => alerts.id, { onDelete: 'cascade' }),
    /** Where the app shows what a notice is about; null: the message itself. */
    link: text('link'),
    title: text('title').notNull(),
    count: integer('count').notNull(),
    /** The first of them. */
    rows: jsonb('rows').$type<StoredMessageRow[]>().notNull(),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
    /** Whether the message is to be mailed, alone or with others. */
    isMailDue: boolean('is_mail_due').notNull().default(false),
  },
  (table) => [
    index('alert_messages_mail_due').on(table.workspaceId, table.id).where(sql`${table.isMailDue}`),
    index('alert_messages_account').on(table.workspaceId, table.id),
    index('alert_messages_unread').on(table.workspaceId, table.id).where(sql`${table.readAt} is null`),
    index('alert_messages_alert').on(table.alertId),
    index('alert_messages_time').on(table.createdAt),
  ],
);

/** How many mails of its alerts an account got, in the minute and on the day of the last one. */
export const alertMailCounts = pgTable('alert_mail_counts', {
  workspaceId: ofWorkspace().primaryKey(),
  /** When the first mail of that minute was sent. */
  minuteBegan: time('minute_began').notNull(),
  ofMinute: smallint('of_minute').notNull(),
  /** A day in UTC. */
  day: date('day').notNull(),
  ofDay: smallint('of_day').notNull(),
});

/** What happened to the people and trends of an account. Ids of one account are in the order of commits. */
export const accountEvents = pgTable(
  'account_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    kind: text('kind', { enum: ['people', 'trends'] }).notNull(),
    /** The id of the profile or the trend. */
    subjectId: bigint('subject_id', { mode: 'number' }).notNull(),
    change: text('change', { enum: ['added', 'changed', 'removed'] }).notNull(),
    fields: text('fields').array(),
    /** The same fields with their values; null: they are not known, or the subject was erased. */
    fieldChanges: jsonb('field_changes').$type<FieldChange[]>(),
    name: text('name'),
    at: time('at').notNull(),
  },
  (table) => [
    index('account_events_account').on(table.workspaceId, table.kind, table.id),
    index('account_events_time').on(table.at),
  ],
);
