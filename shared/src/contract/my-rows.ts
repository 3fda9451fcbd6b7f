/** The account's own marks of rows of the tables: lists, tags and notes. */
import * as z from 'zod/mini';
import { type TableName, tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import type { StorageLimit } from './storage-limit.ts';
import { sharedFields } from './visibility.ts';
import { wholeNumber } from './whole-number.ts';

/** Lists that one member made. */
export const MAX_LISTS: StorageLimit = { of: 'lists', verified: 200, unverified: 10 };
/** Lists of a workspace, of all its members. */
export const MAX_WORKSPACE_LISTS = 10_000;
/** Rows in one list. */
export const MAX_LIST_ROWS = 100_000;
/** Rows in all lists of a workspace. */
export const MAX_LISTED_ROWS = 1_000_000;
/** Characters of a name. */
export const MAX_LIST_NAME_LENGTH = 80;
export const MAX_LIST_NOTE_LENGTH = 1_000;
/** Days from the deletion of a list until it is deleted for good. */
export const DELETED_LISTS_RETENTION_DAYS = 30;
/** Tags of one row. */
export const MAX_ROW_TAGS = 20;

/** Tables whose rows can be put on lists, tagged and noted. */
export const COLLECTED_PEOPLE = 'collected-people';
export const myTables = [...tableNames, COLLECTED_PEOPLE] as const;
export type MyTable = TableName | typeof COLLECTED_PEOPLE;

export const myTable = z.enum(myTables);

export const rowListSchema = z.object({
  id: z.int(),
  name: z.string(),
  table: myTable,
  /** Whether the list is pinned to the sidebar of all who see it; a server of an earlier version knows no pins. */
  is_pinned: z.optional(z.boolean()),
  /** Rows on it. */
  count: z.int(),
  /** Plain text; empty: none, or a server of an earlier version. */
  note: z._default(z.string(), ''),
  updated_at: z.iso.datetime(),
  ...sharedFields,
  /** When the list was deleted. It can be restored for DELETED_LISTS_RETENTION_DAYS. Absent from other lists. */
  deleted_at: z.optional(z.iso.datetime()),
});
export type RowList = z.infer<typeof rowListSchema>;

export const listRowLists = endpoint({
  method: 'GET',
  path: '/lists',
  access: 'session',
  apiKey: 'counted',
  summary:
    'List the lists of rows that you see, your own and those that are shared, by name: all, those of a table, or those that one of its rows is on; or those deleted in the last 30 days, the latest first',
  query: z
    .strictObject({
      table: z.optional(myTable),
      row: z.optional(wholeNumber(1, 999_999_999_999_999)),
      deleted: z.optional(z.enum(['true', 'false'])),
    })
    .check(z.refine(({ table, row }) => row === undefined || table !== undefined, 'row needs its table')),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(rowListSchema), total: z.int() }) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  access: 'session',
  apiKey: 'counted',
  summary: 'List your tags of a table, with the number of rows that carry each',
  query: z.strictObject({ table: myTable }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(z.object({ tag: z.string(), count: z.int() })), total: z.int() }),
  },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});
