/** Finds the rows of a table that the lines of somebody's own list mean, and exports cells of those rows. */
import * as z from 'zod/mini';
import { exportFileName } from '../domain/export-file-name.ts';
import { matchColumnsOf, matchKeys } from '../tables/match-columns.ts';
import { tableByName, tableNames } from '../tables/tables.ts';
import { endpoint } from './endpoint.ts';
import { fileFormat } from './list-parameters.ts';
import { exportPreviewSchema } from './tables.ts';
import { wholeNumber } from './whole-number.ts';

/** Lines in one call. */
export const MAX_MATCH_ROWS = 1_000;
/** One request of the month is counted for each group of this many lines, the last one included. */
export const MATCH_ROWS_PER_REQUEST = 100;
/** Candidates of one line. */
export const MAX_CANDIDATES = 20;
/** Lists that an account pasted onto one table, or opened by a count; each new one takes the place of the oldest. */
export const MAX_PASTED_MATCHES = 10;
/** Rows of one export. */
export const MAX_MATCH_EXPORT = 100_000;
/** Longer texts are no address, email or name. */
export const MAX_MATCH_TEXT = 2_048;

const table = z.enum(tableNames);
const BODY_LIMIT = 2 * 1024 * 1024;

const text = z.optional(
  z.string().check(
    z.maxLength(MAX_MATCH_TEXT),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be well-formed text'),
  ),
);
const matchLine = z.strictObject({ domain: text, linkedin_url: text, email: text, name: text, country: text });
export type MatchLine = z.infer<typeof matchLine>;

/** Cells by which people recognise the row. */
const shownRow = { name: z.string(), country: z.nullable(z.string()), site: z.nullable(z.string()) };

const matchResult = z.object({
  /** The number of the line in the call, from 0. */
  row: z.int(),
  /** The row that was found; null: none, or several. */
  id: z.nullable(z.int()),
  /** The key that found it. */
  by: z.nullable(z.enum(matchKeys)),
  /** Cells of the row that was found. */
  found: z.nullable(z.object(shownRow)),
  /**
   * Where no key decided: the rows of the first key that found several, at most 20, or the row that only a name without a
   * country found.
   */
  candidates: z.array(z.object({ id: z.int(), ...shownRow, by: z.enum(matchKeys) })),
});
export type MatchResult = z.infer<typeof matchResult>;

export const matchRows = endpoint({
  method: 'POST',
  path: '/match',
  access: 'subscribed',
  role: 'viewer',
  stores: false,
  apiKey: 'counted',
  rowsPerRequest: MATCH_ROWS_PER_REQUEST,
  summary: 'Find the rows of a table that your own lines mean: by domain, LinkedIn address, email, or name and country',
  bodyLimit: BODY_LIMIT,
  body: z.strictObject({ table, rows: z.array(matchLine).check(z.minLength(1), z.maxLength(MAX_MATCH_ROWS)) }),
  turn: 'none',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(matchResult) }) },
  errors: ['LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  rateLimit: { max: 300, windowSeconds: 60 },
});

export const pastedMatchSchema = z.object({
  /** The value of the filter `list`. */
  id: z.int(),
  table,
  /** The number of pasted lines, or of the rows that were counted. */
  lines: z.int(),
  /** Rows that were found, and exist. */
  count: z.int(),
  counted_in: z
    .optional(z.string())
    .check(z.describe('Where the rows were counted, such as a trend of that name; absent if lines were pasted')),
});
export type PastedMatch = z.infer<typeof pastedMatchSchema>;

export const pasteLines = endpoint({
  method: 'POST',
  path: '/match/pasted',
  access: 'subscribed',
  stores: true,
  summary: 'Find the rows that pasted lines mean, and store them under an id that filters the table; a name makes a list of it',
  bodyLimit: BODY_LIMIT,
  body: z.strictObject({
    table: table.check(z.refine((name) => Object.keys(matchColumnsOf(name)).length > 0, 'has no column to match by')),
    rows: z.array(matchLine).check(z.minLength(1), z.maxLength(MAX_MATCH_ROWS)),
  }),
  turn: 'own',
  success: { kind: 'json', status: 201, body: z.extend(pastedMatchSchema, { data: z.array(matchResult) }) },
  errors: ['STORAGE.FULL', 'LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const getPastedMatch = endpoint({
  method: 'GET',
  path: '/match/pasted/{list_id}',
  access: 'session',
  summary: 'Get how many lines were pasted, and how many rows they found; or where rows were counted, and how many there are',
  params: z.strictObject({ list_id: wholeNumber(1, 999_999_999_999_999) }),
  success: { kind: 'json', status: 200, body: pastedMatchSchema },
  errors: ['ROW_LIST.NOT_FOUND'],
});

const ids = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(MAX_MATCH_EXPORT));

export const exportMatches = endpoint({
  method: 'POST',
  path: '/match/export',
  access: 'subscribed',
  right: 'export',
  stores: false,
  summary: 'Export columns of rows by their ids as CSV or as a workbook, counted against the monthly export limit',
  bodyLimit: BODY_LIMIT,
  /** `fields`: the columns after the id, in this order. */
  body: z.strictObject({
    table,
    ids,
    fields: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(100)),
    format: fileFormat,
  }),
  turn: 'none',
  success: { kind: 'csv', status: 200, fileName: exportFileName(tableByName('companies').title, 'YYYYMMDD') },
  errors: [
    'EXPORT.OVER_LIMIT',
    'WORKSPACE.MEMBER_EXPORT_LIMIT',
    'EXPORT.BUSY',
    'AUTH.SUBSCRIPTION_REQUIRED',
    'AUTH.NOT_VERIFIED',
  ],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const previewMatchExport = endpoint({
  method: 'POST',
  path: '/match/export/preview',
  access: 'subscribed',
  role: 'viewer',
  stores: false,
  summary: 'Preview an export of rows by their ids: their number and the cost',
  bodyLimit: BODY_LIMIT,
  body: z.strictObject({ table, ids }),
  turn: 'none',
  success: { kind: 'json', status: 200, body: exportPreviewSchema },
  errors: ['LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});
