/** Imports of files by operators in the app, and the log of all imports, however they were started. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { HEADER_LINE_LIMIT } from './header-line-limit.ts';
import { lineText } from './line-text.ts';
import { openSourceIds } from './open-source-ids.ts';
import { pageParameters } from './page-parameters.ts';
import { partName } from './part-name.ts';
import { importReportSchema } from './tables.ts';
import { wholeNumber } from './whole-number.ts';

/** Days for which an import can be undone, and its files are kept. */
export const UNDO_DAYS = 30;

const importId = z.strictObject({ import_id: z.uuid() });
const yesNo = z.optional(z.enum(['true', 'false']));

export const importStates = ['running', 'done', 'failed', 'undoing', 'undone'] as const;

/** Rows that undoing an import touches, or leaves as they are. */
export const undoCountsSchema = z.object({
  /** Rows that the import added, and that are deleted. */
  deleted: z.int(),
  /** Rows that the import changed, and that are as before again. */
  restored: z.int(),
  /** Rows that were changed since, and stay as they are. */
  changed_since: z.int(),
  /** Rows that were deleted since, and stay deleted. */
  deleted_since: z.int(),
});
export type UndoCounts = z.infer<typeof undoCountsSchema>;

const importSchema = z.object({
  id: z.uuid(),
  table: z.enum(tableNames),
  file: z.string(),
  /** An operator's email, `command line` or `operator token`; null: an operator whose account was deleted. */
  by: z.nullable(z.string()),
  /** The open source whose run it is a part of; null: somebody imported a file. */
  source: z.nullable(z.enum(openSourceIds)),
  /** `done`: its rows are loaded. `failed`: nothing was. */
  state: z.enum(importStates),
  is_dry_run: z.boolean(),
  started_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  /** Rows read so far. */
  rows_read: z.int(),
  added: z.int(),
  changed: z.int(),
  refused: z.int(),
  /** Why it failed; null: it did not. */
  problem: z.nullable(z.string()),
  /** Why it cannot be undone; null: it can. */
  undo_refusal: z.nullable(z.string()),
});
export type Import = z.infer<typeof importSchema>;

/** A problem of a file: a value of a column in all its rows, or what is wrong with rows as a whole. */
const importProblemSchema = z.object({
  /** The cells were left blank, or their rows refused. */
  kind: z.enum(['blank', 'refused']),
  /** null: the problem is one of whole rows. */
  column: z.nullable(z.string()),
  /** Empty: the cell is missing. null: further values of the column, counted together. */
  value: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  rows: z.int(),
  /** The first of them, as the file counts its lines, in its order; absent where a server of the version before read the file. */
  lines: z.optional(z.array(z.int())),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** The changes that a dry run would make. */
const importDifferenceSchema = z.object({
  /** Stored values that a blank cell of the file would remove. */
  cleared: z.array(z.object({ column: z.string(), cells: z.int() })),
  /** A few of the rows; null: blank. */
  changed: z.array(
    z.object({
      id: z.int(),
      cells: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    }),
  ),
  added: z.array(z.object({ line: z.int(), cells: z.array(z.object({ field: z.string(), value: z.string() })) })),
});
export type ImportDifference = z.infer<typeof importDifferenceSchema>;

/** Findings that are stored with a report for the screen. */
export const importFindingsSchema = z.object({
  problems: z.array(importProblemSchema),
  difference: z.nullable(importDifferenceSchema),
});
export type ImportFindings = z.infer<typeof importFindingsSchema>;

export const importDetailsSchema = z.extend(importSchema, {
  /** Problems, those with most rows first. */
  problems: z.array(importProblemSchema),
  /** The difference that a finished dry run found; null otherwise. */
  difference: z.nullable(importDifferenceSchema),
  /** null: it has none yet, or failed. */
  report: z.nullable(importReportSchema),
  /** The files that can be downloaded. */
  files: z.array(z.enum(['rejects', 'folded'])),
  /** The result of undoing it; null: it was not undone. */
  undone: z.nullable(undoCountsSchema),
});
export type ImportDetails = z.infer<typeof importDetailsSchema>;

export const createImport = endpoint({
  method: 'POST',
  path: '/operator/imports',
  access: 'console',
  needsProof: true,
  stores: false,
  summary: 'Import a CSV, JSONL or XLSX file, plain, gzip or ZIP, which is the body',
  streamBody: true,
  bodyLimit: 20 * 1024 * 1024 * 1024,
  query: z.strictObject({
    table: z.enum(tableNames),
    format: z.optional(z.enum(['csv', 'jsonl'])),
    dry_run: yesNo,
    /** The file's name, stored with each row. */
    source: z.optional(lineText(100)),
    mapping: z.optional(z.string().check(z.maxLength(20_000))),
    max_rejects: z.optional(wholeNumber(0, 1_000_000_000)),
    keep_known: yesNo,
    blank_unreadable: yesNo,
    date_order: z.optional(z.enum(['mdy', 'dmy', 'ymd'])),
    header: z.optional(z.enum(['yes', 'no'])),
    header_line: z.optional(wholeNumber(1, HEADER_LINE_LIMIT)),
    encoding: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
    sheet: z.optional(partName),
    entry: z.optional(partName),
  }),
  success: { kind: 'json', status: 200, body: z.object({ id: z.uuid(), ...importReportSchema.shape }) },
  errors: ['IMPORT.UNREADABLE', 'IMPORT.TOO_MANY_REJECTS', 'IMPORT.BUSY', 'IMPORT.STOPPED', 'AUTH.PROOF_NEEDED'],
});

export const importOrigins = ['files', 'open-sources'] as const;
export type ImportOrigin = (typeof importOrigins)[number];

export const listImports = endpoint({
  method: 'GET',
  path: '/operator/imports',
  access: 'console',
  summary: 'List imports of the last 400 days, newest first',
  query: z.strictObject({
    ...pageParameters,
    /** Absent: files, and what open sources loaded. */
    from: z.optional(z.enum(importOrigins)),
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(importSchema), total: z.int() }) },
  errors: [],
});

export const getImport = endpoint({
  method: 'GET',
  path: '/operator/imports/{import_id}',
  access: 'console',
  summary: 'Get an import: its progress, or its report',
  params: importId,
  success: { kind: 'json', status: 200, body: importDetailsSchema },
  errors: ['IMPORT.NOT_FOUND'],
});

export const getRejects = endpoint({
  method: 'GET',
  path: '/operator/imports/{import_id}/rejects',
  access: 'console',
  summary: 'Download the refused rows of an import in the format of its file, with the reasons',
  params: importId,
  turn: 'own',
  success: { kind: 'file', status: 200, contentType: 'application/octet-stream', fileName: 'rejects' },
  errors: ['IMPORT.NOT_FOUND', 'IMPORT.NO_FILE'],
});

export const getFolded = endpoint({
  method: 'GET',
  path: '/operator/imports/{import_id}/folded',
  access: 'console',
  summary: 'Download the rows of an import that were folded into other rows of its file',
  params: importId,
  turn: 'own',
  success: { kind: 'file', status: 200, contentType: 'application/octet-stream', fileName: 'folded' },
  errors: ['IMPORT.NOT_FOUND', 'IMPORT.NO_FILE'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/operator/imports/{import_id}/undo',
  access: 'console',
  needsProof: true,
  stores: false,
  summary: 'Undo an import of the last 30 days; `dry_run=true` only says what that would do',
  params: importId,
  query: z.strictObject({ dry_run: yesNo }),
  turn: 'own',
  success: { kind: 'json', status: 200, body: undoCountsSchema },
  errors: ['IMPORT.NOT_FOUND', 'IMPORT.NOT_UNDOABLE', 'IMPORT.BUSY', 'AUTH.PROOF_NEEDED'],
});

export const stopImport = endpoint({
  method: 'POST',
  path: '/operator/imports/{import_id}/stop',
  access: 'console',
  stores: false,
  summary: 'Stop an import that is running; nothing is loaded then',
  params: importId,
  success: { kind: 'empty', status: 204 },
  errors: ['IMPORT.NOT_FOUND', 'IMPORT.NOT_RUNNING'],
});
