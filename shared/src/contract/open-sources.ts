/** Open, lawful and free sources that the server fetches itself, as operators see and switch them. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { openSourceIds } from './open-source-ids.ts';
import { pageParameters } from './page-parameters.ts';

/** `waiting`: on, and its next run is due later, or waits for the contact address. */
export const openSourceStates = ['off', 'waiting', 'running', 'failed'] as const;
export type OpenSourceState = (typeof openSourceStates)[number];

/** Addresses of job boards that are taken at once. */
export const MAX_BOARDS = 500;
/** Characters of one. */
const MAX_BOARD_LENGTH = 500;

const optionSchema = z.object({
  key: z.string(),
  /** What the switch lets in, as the console shows it. */
  label: z.string(),
  on: z.boolean(),
});

export const openSourceSchema = z.object({
  id: z.enum(openSourceIds),
  title: z.string(),
  state: z.enum(openSourceStates),
  /** What has to be there before the first request; null: nothing, or it is there. */
  needs: z.nullable(z.enum(['contact', 'key'])),
  last_run_at: z.nullable(z.iso.datetime()),
  /** null: it is off, or runs now. */
  next_run_at: z.nullable(z.iso.datetime()),
  /** Rows of all tables that the source filled at least one cell of. */
  rows: z.int(),
  /** Rows that the last run added and changed. */
  added: z.int(),
  changed: z.int(),
  /** Why the last run failed, in a sentence; null: it did not. */
  error: z.nullable(z.string()),
  /** Whether a run with `confirm` would load the file that was refused for having too few rows. */
  can_confirm: z.boolean(),
  attribution: z.string(),
  publisher: z.string(),
  licence: z.string(),
  tables: z.array(z.enum(tableNames)),
  /** ISO codes; empty: wherever rows have an address. */
  countries: z.array(z.string()),
  /** In words, such as "4 MB a quarter". */
  size: z.string(),
  /** In words, such as "every business day". */
  every: z.string(),
  /** `not yet seen live` until the first run succeeded, for sources that nobody has tried yet; null: nothing to say. */
  label: z.nullable(z.string()),
  options: z.array(optionSchema),
  /** Job boards that are known; null: the source has none. */
  boards: z.nullable(z.int()),
});
export type OpenSourceStatus = z.infer<typeof openSourceSchema>;

const changedOpenSourceSchema = z.extend(openSourceSchema, {
  /** How many of the boards that were sent are new; absent: none were sent. */
  boards_added: z.optional(z.int()),
});
export type ChangedOpenSource = z.infer<typeof changedOpenSourceSchema>;

const sourceParams = z.strictObject({ source_id: z.enum(openSourceIds) });

export const listOpenSources = endpoint({
  method: 'GET',
  path: '/operator/open-sources',
  access: 'console',
  summary: 'List the open sources, with the state of each',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(openSourceSchema),
      total: z.int(),
      /** The address that publishers see; null: nobody has said. */
      contact: z.nullable(z.string()),
      /** Whether the contact is a setting of the server, and cannot be changed here. */
      is_contact_set_by_server: z.boolean(),
      /** ISO codes of the countries where the operator sells; null: nobody has said. */
      sells_in: z.nullable(z.array(z.string())),
    }),
  },
  errors: [],
});

export const changeOpenSourceSettings = endpoint({
  method: 'PATCH',
  path: '/operator/open-sources',
  access: 'console',
  stores: false,
  summary: 'Say which address publishers may write to, and where you sell; the latter switches on the sources that fit',
  body: z.strictObject({
    contact: z.optional(z.nullable(z.email().check(z.maxLength(254)))),
    sells_in: z.optional(
      z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be ISO codes of countries'))).check(z.maxLength(250)),
    ),
  }),
  success: { kind: 'empty', status: 204 },
  errors: ['SOURCES.CONTACT_SET', 'SOURCES.CONTACT_REFUSED'],
});

export const changeOpenSource = endpoint({
  method: 'PATCH',
  path: '/operator/open-sources/{source_id}',
  access: 'console',
  stores: false,
  summary: 'Switch an open source on or off, and its options; add job boards',
  params: sourceParams,
  body: z.strictObject({
    on: z.optional(z.boolean()),
    options: z.optional(z.record(z.string(), z.boolean())),
    /** Addresses of job boards, for `job-boards` alone. One that is of no known provider refuses all. */
    boards: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(MAX_BOARD_LENGTH))).check(z.minLength(1), z.maxLength(MAX_BOARDS)),
    ),
  }),
  success: { kind: 'json', status: 200, body: changedOpenSourceSchema },
  errors: ['SOURCES.UNKNOWN_OPTION', 'SOURCES.NOT_A_BOARD'],
});

export const runOpenSource = endpoint({
  method: 'POST',
  path: '/operator/open-sources/{source_id}/run',
  access: 'console',
  stores: false,
  summary: 'Run an open source now',
  params: sourceParams,
  body: z.strictObject({
    /** Loads a file that has fewer than 90 % of the rows of the last one. */
    confirm: z.optional(z.boolean()),
    /** Forgets the checkpoint. */
    from_start: z.optional(z.boolean()),
  }),
  success: { kind: 'json', status: 202, body: openSourceSchema },
  errors: ['SOURCES.RUNNING', 'SOURCES.NO_CONTACT'],
});

/** What one small thing of a source looks like; nothing is stored. */
export const tryOpenSource = endpoint({
  method: 'POST',
  path: '/operator/open-sources/{source_id}/try',
  access: 'console',
  stores: false,
  turn: 'own',
  summary: 'Fetch one small thing of an open source, store nothing, and show what was read',
  params: sourceParams,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** What was fetched. */
      url: z.string(),
      /** What was read, row by row; a few at most. */
      rows: z.array(z.object({ table: z.enum(tableNames), cells: z.record(z.string(), z.nullable(z.string())) })),
      /** Columns or fields that were expected and are not there. */
      missing: z.array(z.string()),
      /** Why it failed, in a sentence; null: it did not. */
      error: z.nullable(z.string()),
    }),
  },
  errors: ['SOURCES.NO_CONTACT'],
});

const jobBoardSchema = z.object({
  /** Such as `greenhouse`. */
  provider: z.string(),
  /** The company's name at the provider. */
  token: z.string(),
  /** The page that people read; null: this version reads no boards of the provider. */
  url: z.nullable(z.string()),
  /** null: neither a website nor the board has said whose it is. */
  company_name: z.nullable(z.string()),
  company_website: z.nullable(z.string()),
  /** The last complete reading; null: there was none yet. */
  read_at: z.nullable(z.iso.datetime()),
  /** Why the last reading failed, in a sentence; null: it did not. */
  error: z.nullable(z.string()),
});
export type JobBoard = z.infer<typeof jobBoardSchema>;

export const listJobBoards = endpoint({
  method: 'GET',
  path: '/operator/job-boards',
  access: 'console',
  summary: 'List the job boards that are known, by provider and name',
  query: z.strictObject({
    ...pageParameters,
    /** A part of a board's name or of its company's, or a board's address. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(MAX_BOARD_LENGTH))),
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(jobBoardSchema), total: z.int() }) },
  errors: [],
});

export const removeJobBoard = endpoint({
  method: 'DELETE',
  path: '/operator/job-boards/{provider}/{token}',
  access: 'console',
  stores: false,
  summary: 'Stop reading a job board; its jobs stay. A board that a website links is found again with the next look at it',
  params: z.strictObject({
    provider: z.string().check(z.minLength(1), z.maxLength(50)),
    token: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  success: { kind: 'empty', status: 204 },
  errors: ['SOURCES.BOARD_NOT_FOUND'],
});
