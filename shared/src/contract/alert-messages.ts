/** Messages of alerts. Every screen shows how many of them are unread. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { myTables } from './my-rows.ts';
import { wholeNumber } from './whole-number.ts';

/** Rows a message names; its count is of all. */
export const MAX_MESSAGE_ROWS = 100;
/**
 * Characters of a row's name, the last of which is an ellipsis where a longer one was cut: in messages, in their mails, and
 * in what webhooks are sent of them.
 */
export const MAX_MESSAGE_NAME = 120;
/** Characters of a value in a message, the last of which is an ellipsis where a longer one was cut. */
export const MAX_MESSAGE_VALUE = 200;
/** Changed fields of a row whose values a message says. */
export const MAX_MESSAGE_VALUES = 10;
/** Days a message is kept. */
export const MESSAGES_RETENTION_DAYS = 90;
/** Messages on a page. */
export const MAX_MESSAGES = 100;
export const DEFAULT_MESSAGE_PAGE = 25;

export const alertChanges = ['added', 'changed', 'removed'] as const;
export type AlertChange = (typeof alertChanges)[number];

/** Lists are one text, their entries separated by commas. */
const messageValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]));
export type MessageValue = z.infer<typeof messageValue>;

/** A changed field, with its values before and after; null: it was or is empty. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  from: z
    .optional(messageValue)
    .check(z.describe(`The value before; absent where it is not known, and for fields after the first ${MAX_MESSAGE_VALUES}`)),
  to: z.optional(messageValue),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const alertMessageSchema = z.object({
  id: z.int(),
  /** null: the message is not of an alert, but of Leadloom itself, such as that a webhook was disabled. */
  alert_id: z.nullable(z.int()),
  at: z.iso.datetime(),
  title: z.string(),
  /** The number of all rows, of which `rows` names the first. */
  count: z.int(),
  table: z.optional(z.enum(myTables)).check(z.describe('The table that the rows are in; absent where they are in none')),
  rows: z.array(
    z.object({
      id: z.int(),
      change: z.enum(alertChanges),
      /** The changed fields; only with `changed`. */
      fields: z.optional(z.array(fieldChangeSchema)),
      name: z
        .optional(z.string())
        .check(z.describe(`What the row is called, cut to ${MAX_MESSAGE_NAME} characters; absent if it is gone`)),
    }),
  ),
  /** Where the app shows the rows, or what else the message is about. */
  link: z.string(),
  read: z.boolean(),
});
export type AlertMessage = z.infer<typeof alertMessageSchema>;

export const listAlertMessages = endpoint({
  method: 'GET',
  path: '/alerts/messages',
  access: 'verified',
  summary: 'List what your alerts have told, newest first',
  query: z.strictObject({
    unread: z.optional(z.enum(['true', 'false'])),
    page: z.optional(wholeNumber(1, 10_000)),
    per_page: z.optional(wholeNumber(1, MAX_MESSAGES)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(alertMessageSchema), total: z.int(), page: z.int(), per_page: z.int() }),
  },
  errors: [],
});

export const readAlertMessages = endpoint({
  method: 'POST',
  path: '/alerts/messages/read',
  access: 'verified',
  stores: false,
  summary: 'Mark messages as read: some by their ids, or all',
  body: z
    .strictObject({
      ids: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(1_000))),
      all: z.optional(z.literal(true)),
    })
    .check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'names either ids or all')),
  success: { kind: 'empty', status: 204 },
  errors: ['ALERT.MESSAGE_NOT_FOUND'],
});
