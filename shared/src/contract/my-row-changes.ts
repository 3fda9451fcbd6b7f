/** Changes of the account's own marks of rows: lists, tags and notes. The parts that every table shows are in `my-rows.ts`. It is long, because they have many endpoints. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { MAX_TAGGED_PEOPLE } from './collector-limits.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import {
  MAX_LIST_NAME_LENGTH,
  MAX_LIST_NOTE_LENGTH,
  MAX_LIST_ROWS,
  MAX_LISTS,
  MAX_ROW_TAGS,
  rowListSchema,
  myTable as table,
} from './my-rows.ts';
import { namesOne, ONE_CHOICE } from './one-choice.ts';
import type { StorageLimit } from './storage-limit.ts';
import { tagText } from './tag-text.ts';
import { basedOnInput, visibilityInput } from './visibility.ts';
import { wholeNumber } from './whole-number.ts';

/** Rows tagged at once. */
export const MAX_ROWS_TAGGED_AT_ONCE = 100_000;
/** Pairs of row and tag of an account. */
export const MAX_TAGGED_ROWS: StorageLimit = { of: 'tags of rows', verified: 200_000, unverified: 10 };
export const MAX_NOTE_LENGTH = 10_000;
export const MAX_NOTES_PER_ROW = 100;
export const MAX_NOTES: StorageLimit = { of: 'notes', verified: 20_000, unverified: 20 };
/** Rows that get the same note while they are put on a list. */
export const MAX_ROWS_NOTED_AT_ONCE = 100;
const id = wholeNumber(1, 999_999_999_999_999);
const rowPath = z.strictObject({ table, id });
const listPath = z.strictObject({ list_id: id });
const listName = lineText(MAX_LIST_NAME_LENGTH);

const isWellFormed = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text');
const noteText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTE_LENGTH), isWellFormed);
/** A note about a list; empty: none. */
const listNote = z.string().check(z.trim(), z.maxLength(MAX_LIST_NOTE_LENGTH), isWellFormed);

export const rowNoteSchema = z.object({
  id: z.int(),
  text: z.string(),
  /** The email of the member who wrote it, or `a former member`. */
  author: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type StoredEntryNote = z.infer<typeof rowNoteSchema>;

const tagsSchema = z.object({ tags: z.array(z.string()) });

export const createRowList = endpoint({
  method: 'POST',
  path: '/lists',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Create an empty list of rows of a table',
  body: z.strictObject({ name: listName, table, visibility: visibilityInput }),
  success: { kind: 'json', status: 201, body: rowListSchema },
  errors: ['STORAGE.FULL', 'ROW_LIST.NAME_TAKEN', 'ROW_LIST.LIMIT_REACHED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  storageLimits: [MAX_LISTS],
});

export const changeRowList = endpoint({
  method: 'PATCH',
  path: '/lists/{list_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary:
    'Change the name or the note of a list, pin it to the sidebar, share it, or make a list of the rows found for pasted lines by naming it; what is left out stays as it is; only its author and admins make a shared list private',
  params: listPath,
  body: z.strictObject({
    name: z.optional(listName),
    note: z.optional(listNote),
    is_pinned: z.optional(z.boolean()),
    visibility: visibilityInput,
    based_on: basedOnInput,
  }),
  success: { kind: 'json', status: 200, body: rowListSchema },
  errors: [
    'STORAGE.FULL',
    'ROW_LIST.NOT_FOUND',
    'ROW_LIST.NAME_TAKEN',
    'ROW_LIST.LIMIT_REACHED',
    'PIN.LIMIT_REACHED',
    'WORKSPACE.CHANGED_MEANWHILE',
    'WORKSPACE.ROLE_MISSING',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
  storageLimits: [MAX_LISTS],
});

export const deleteRowList = endpoint({
  method: 'DELETE',
  path: '/lists/{list_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete a list, which can be restored for 30 days; with deleted=true, delete a deleted list for good',
  params: listPath,
  query: z.strictObject({ deleted: z.optional(z.enum(['true', 'false'])) }),
  success: { kind: 'empty', status: 204 },
  errors: ['ROW_LIST.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const restoreRowList = endpoint({
  method: 'POST',
  path: '/lists/{list_id}/restore',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  // A deleted list still counts in what the account stores.
  stores: false,
  summary: 'Restore a deleted list; if another list has its name by now, its name gets a number: "Leads (2)"',
  params: listPath,
  success: { kind: 'json', status: 200, body: rowListSchema },
  errors: ['ROW_LIST.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

/** Either some rows by their ids, or all that match filters of the table. */
const rowChoice = {
  ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(MAX_LIST_ROWS))),
  filters: z.optional(z.record(z.string(), z.unknown())),
};
/** Errors of a choice of rows by filters. */
const rowChoiceErrors = [
  'ROW_LIST.NOT_FOUND',
  'ROW_LIST.OTHER_TABLE',
  'AUTH.SUBSCRIPTION_REQUIRED',
  'AUTH.NOT_VERIFIED',
] as const;
const ROWS_BODY_LIMIT = 2 * 1024 * 1024;
/** Names what one call added, so that exactly this can be taken back. */
const addition = z.int().check(z.positive());

const rowListAddition = z.extend(rowListSchema, {
  /** Rows that this call put on the list. */
  added: z.int(),
  /** Rows that were chosen, and were on the list before. */
  already_on_it: z.int(),
  addition,
});
export type RowListAddition = z.infer<typeof rowListAddition>;

export const addListRows = endpoint({
  method: 'POST',
  path: '/lists/{list_id}/rows',
  access: 'subscribed',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Put rows on a list: some by their ids, or all that match filters; a note is written on each of some few rows',
  params: listPath,
  bodyLimit: ROWS_BODY_LIMIT,
  body: z.strictObject({ ...rowChoice, note: z.optional(noteText) }).check(
    z.refine(namesOne, ONE_CHOICE),
    z.refine(
      ({ ids, note }) => note === undefined || (ids !== undefined && ids.length <= MAX_ROWS_NOTED_AT_ONCE),
      `takes a note only with at most ${MAX_ROWS_NOTED_AT_ONCE} ids`,
    ),
  ),
  success: {
    kind: 'json',
    status: 200,
    body: rowListAddition,
  },
  errors: ['STORAGE.FULL', 'ROW_LIST.TOO_MANY_ROWS', 'ROWS.NOT_FOUND', 'NOTE.LIMIT_REACHED', ...rowChoiceErrors],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const removeListRows = endpoint({
  method: 'DELETE',
  path: '/lists/{list_id}/rows',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Take rows off a list: some by their ids, all that match filters, or those that one call added, with its notes',
  params: listPath,
  bodyLimit: ROWS_BODY_LIMIT,
  body: z
    .strictObject({ ...rowChoice, addition: z.optional(addition) })
    .check(
      z.refine(
        ({ ids, filters, addition }) => [ids, filters, addition].filter((choice) => choice !== undefined).length === 1,
        'names either ids, filters, or an addition',
      ),
    ),
  success: { kind: 'json', status: 200, body: z.extend(rowListSchema, { removed: z.int() }) },
  errors: rowChoiceErrors,
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const tagRows = endpoint({
  method: 'POST',
  path: '/tags',
  access: 'subscribed',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Add tags to rows beside those they have: to some by their ids, or to all that match filters',
  bodyLimit: ROWS_BODY_LIMIT,
  body: z
    .strictObject({
      table: z.enum(tableNames),
      tags: z.array(tagText).check(z.minLength(1), z.maxLength(MAX_ROW_TAGS)),
      ...rowChoice,
    })
    .check(z.refine(namesOne, ONE_CHOICE)),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** The number of chosen rows. */
      rows: z.int(),
      /** The number of those that got a tag that they did not have. */
      tagged: z.int(),
      addition,
    }),
  },
  errors: [
    'STORAGE.FULL',
    'ROWS.NOT_FOUND',
    'ROW_TAGS.TOO_MANY_ROWS',
    'ROW_TAGS.TOO_MANY_TAGS',
    'ROW_TAGS.LIMIT_REACHED',
    ...rowChoiceErrors,
  ],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const untagRows = endpoint({
  method: 'DELETE',
  path: '/tags',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Remove the tags that one call added to rows',
  body: z.strictObject({ table: z.enum(tableNames), addition }),
  success: { kind: 'json', status: 200, body: z.object({ rows: z.int() }) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const getRowTags = endpoint({
  method: 'GET',
  path: '/table/{table}/{id}/tags',
  access: 'session',
  apiKey: 'counted',
  summary: 'Get your tags of a row',
  params: rowPath,
  success: { kind: 'json', status: 200, body: tagsSchema },
  errors: ['ROWS.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const setRowTags = endpoint({
  method: 'PUT',
  path: '/table/{table}/{id}/tags',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Replace your tags of a row',
  params: rowPath,
  body: z.strictObject({ tags: z.array(tagText).check(z.maxLength(MAX_ROW_TAGS)) }),
  success: { kind: 'json', status: 200, body: tagsSchema },
  errors: ['STORAGE.FULL', 'ROWS.NOT_FOUND', 'TAGS.LIMIT_REACHED', 'ROW_TAGS.LIMIT_REACHED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  storageLimits: [MAX_TAGGED_ROWS, MAX_TAGGED_PEOPLE],
});

export const listRowNotes = endpoint({
  method: 'GET',
  path: '/table/{table}/{id}/notes',
  access: 'session',
  apiKey: 'counted',
  summary: 'List the notes on a row, newest first',
  params: rowPath,
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(rowNoteSchema), total: z.int() }) },
  errors: ['ROWS.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const addRowNote = endpoint({
  method: 'POST',
  path: '/table/{table}/{id}/notes',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Write a note on a row',
  params: rowPath,
  body: z.strictObject({ text: noteText }),
  success: { kind: 'json', status: 201, body: rowNoteSchema },
  errors: ['STORAGE.FULL', 'ROWS.NOT_FOUND', 'NOTE.LIMIT_REACHED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  storageLimits: [MAX_NOTES],
});

const notePath = z.strictObject({ note_id: id });

export const changeRowNote = endpoint({
  method: 'PATCH',
  path: '/notes/{note_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Change a note; only its author and admins may',
  params: notePath,
  body: z.strictObject({ text: noteText, based_on: basedOnInput }),
  success: { kind: 'json', status: 200, body: rowNoteSchema },
  errors: [
    'STORAGE.FULL',
    'NOTE.NOT_FOUND',
    'WORKSPACE.ROLE_MISSING',
    'WORKSPACE.CHANGED_MEANWHILE',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
});

export const deleteRowNote = endpoint({
  method: 'DELETE',
  path: '/notes/{note_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete a note; only its author and admins may',
  params: notePath,
  success: { kind: 'empty', status: 204 },
  errors: ['NOTE.NOT_FOUND', 'WORKSPACE.ROLE_MISSING', 'AUTH.SUBSCRIPTION_REQUIRED'],
});
