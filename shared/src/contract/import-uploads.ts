/**
 * Files that operators import on a screen: uploaded once, looked at as often as it takes, and loaded. An upload is kept for
 * a day; any server serves it.
 */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { HEADER_LINE_LIMIT } from './header-line-limit.ts';
import { lineText } from './line-text.ts';
import { partName } from './part-name.ts';

export const UPLOAD_LIMIT_BYTES = 2 * 1024 ** 3;
/** Of one operator. An upload is kept for a day. */
export const STORED_UPLOADS_LIMIT = { uploads: 50, bytes: 20 * 1024 ** 3 } as const;
export const TEMPLATE_NAME_LIMIT = 80;
const MAPPED_LIMIT = 2_000;
const CHOICES_LIMIT = 1_000;
const TEXT_LIMIT = 1_000;

const uploadId = z.strictObject({ upload_id: z.uuid() });
const fieldName = z.string().check(z.maxLength(100));

const amountUnit = z.enum(['dollars', 'thousands', 'millions', 'billions']);

/** The mapping of headers of the file or columns of the table, as in mapping files of the import command. */
export const importMappingSchema = z.record(
  z.string().check(z.maxLength(TEXT_LIMIT)),
  z.union([
    z.string().check(z.maxLength(100)),
    z.null(),
    z.strictObject({ join: z.array(z.string().check(z.maxLength(TEXT_LIMIT))).check(z.minLength(1), z.maxLength(20)) }),
    z.strictObject({ constant: z.string().check(z.maxLength(TEXT_LIMIT)) }),
    z.strictObject({ column: fieldName, unit: amountUnit }),
  ]),
);
export type ImportMapping = z.infer<typeof importMappingSchema>;

/** The decision on a value that cannot be read, or is missing; without one, its cell is left blank. */
export const importChoiceSchema = z.strictObject({
  column: fieldName,
  /** The value as the report quotes it; empty: a cell that is missing. */
  value: z.string().check(z.maxLength(TEXT_LIMIT)),
  action: z.enum(['refuse', 'replace']),
  /** With `replace`: the text that is read instead of the value. */
  replacement: z.optional(z.string().check(z.maxLength(TEXT_LIMIT))),
});
export type ImportChoice = z.infer<typeof importChoiceSchema>;

/** How a file is read; absent parts are detected. */
const optionsShape = {
  format: z.optional(z.enum(['csv', 'jsonl'])),
  encoding: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  separator: z.optional(z.enum([',', ';', '\t', '|'])),
  /** Of a workbook; absent: the first that holds a table. */
  sheet: z.optional(partName),
  /** Of an archive: the name of a file in it; it may be absent where there is only one. */
  entry: z.optional(partName),
  /** CSV: whether the first line names the columns; without one, they are named 1, 2 and so on. */
  has_header: z.optional(z.boolean()),
  /** CSV: the line of the header, from 1; of a sheet, its row. By default it is the line that names most columns. */
  header_line: z.optional(z.int().check(z.minimum(1), z.maximum(HEADER_LINE_LIMIT))),
  mapping: z.optional(importMappingSchema.check(z.refine((mapping) => Object.keys(mapping).length <= MAPPED_LIMIT))),
  date_order: z.optional(z.enum(['mdy', 'dmy', 'ymd'])),
  /** The separator of the values of a list. */
  list_separator: z.optional(z.string().check(z.minLength(1), z.maxLength(3))),
  /** Blank cells keep the stored value. */
  keep_known: z.optional(z.boolean()),
  choices: z.optional(z.array(importChoiceSchema).check(z.maxLength(CHOICES_LIMIT))),
};
export const importOptionsSchema = z.strictObject(optionsShape);
export type ImportOptions = z.infer<typeof importOptionsSchema>;

const uploadSchema = z.object({ id: z.uuid(), name: z.string(), bytes: z.int(), expires_at: z.iso.datetime() });
export type ImportUpload = z.infer<typeof uploadSchema>;

const storedUploadSchema = z.extend(uploadSchema, {
  /** false: it is still being uploaded, or its upload was broken off. */
  is_complete: z.boolean(),
});
export type StoredImportUpload = z.infer<typeof storedUploadSchema>;

export const importPreviewSchema = z.object({
  /** The name of the uploaded file. */
  name: z.string(),
  /** The table asked for, or the one that fits best. */
  table: z.enum(tableNames),
  /** How well the file fits each table, from 0 to 1, the best first. */
  fits: z.array(
    z.object({
      table: z.enum(tableNames),
      fit: z.number(),
      /** What speaks for and against it, as a sentence. Absent in answers of the version before. */
      reason: z.optional(z.string()),
    }),
  ),
  /** Whether the best table fits clearly better than the next. Absent in answers of the version before. */
  is_fit_clear: z.optional(z.boolean()),
  format: z.enum(['csv', 'jsonl', 'xlsx']),
  encoding: z.string(),
  /** CSV: between cells; null: another format. */
  separator: z.nullable(z.string()),
  /** Of a workbook, in its order; empty: it is none. This and the next three are absent in answers of the version before. */
  sheets: z.optional(z.array(z.string())),
  /** The one that was read. */
  sheet: z.optional(z.nullable(z.string())),
  /** Files of rows in an archive; empty: it is none. */
  entries: z.optional(z.array(z.string())),
  /** The one that was read: the first, unless one was chosen. */
  entry: z.optional(z.nullable(z.string())),
  has_header: z.boolean(),
  /** The line of the header, from 1; null: there is none. Absent in answers of the version before. */
  header_line: z.optional(z.nullable(z.int())),
  columns: z.array(
    z.object({
      /** Of the column in the file, from 1: headers may be blank, or come twice. Absent in answers of the version before. */
      position: z.optional(z.int()),
      header: z.string(),
      /** The column of the table; null: not read. */
      column: z.nullable(z.string()),
      /**
       * How its cells fill the column: they count first, or where the cells of other headers are blank, or they are joined with
       * those of other headers; null: not read. This and the next are absent in answers of the version before.
       */
      use: z.optional(z.nullable(z.enum(['first', 'otherwise', 'part']))),
      /** Why it was read as this column, or why it was not read, as a sentence. */
      reason: z.optional(z.string()),
      samples: z.array(z.string()),
      filled: z.int(),
      /** The number of filled cells that can be read; null: they were not read. */
      readable: z.nullable(z.int()),
      /** The unit of the column's amounts, as the mapping or the header says; absent: millions, or no amounts. */
      unit: z.optional(amountUnit),
      /** The likely unit of a column of amounts without one, whose values cannot be in millions. */
      proposed_unit: z.optional(amountUnit),
    }),
  ),
  /** The first rows, in the order of the columns. */
  rows: z.array(z.array(z.string())),
  /**
   * CSV and sheets: the first lines as they stand in the file, those above the header too, so that the header can be chosen.
   * Absent: another format, or an answer of the version before.
   */
  first_lines: z.optional(z.array(z.object({ line: z.int(), cells: z.array(z.string()) }))),
  /** Rows that the counts are of. */
  rows_read: z.int(),
  /** Whether these rows are all of the file. */
  is_whole: z.boolean(),
  /** Required columns that nothing fills. */
  missing: z.array(z.string()),
  notices: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const createImportUpload = endpoint({
  method: 'POST',
  path: '/operator/import-uploads',
  access: 'console',
  stores: false,
  summary: 'Upload a file to be imported; it is kept for a day',
  streamBody: true,
  bodyLimit: UPLOAD_LIMIT_BYTES,
  query: z.strictObject({ name: lineText(100) }),
  success: { kind: 'json', status: 201, body: uploadSchema },
  errors: ['IMPORT.UPLOAD_LIMIT', 'IMPORT.UNREADABLE'],
});

export const listImportUploads = endpoint({
  method: 'GET',
  path: '/operator/import-uploads',
  access: 'console',
  summary: 'List the files that you uploaded and that are still kept, newest first',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(storedUploadSchema), total: z.int() }) },
  errors: [],
});

export const deleteImportUpload = endpoint({
  method: 'DELETE',
  path: '/operator/import-uploads/{upload_id}',
  access: 'console',
  stores: false,
  summary: 'Delete a file that you uploaded; what was imported from it stays',
  params: uploadId,
  success: { kind: 'empty', status: 204 },
  errors: ['IMPORT.UPLOAD_NOT_FOUND', 'IMPORT.UPLOAD_IN_USE'],
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/operator/import-uploads/{upload_id}/preview',
  access: 'console',
  stores: false,
  summary: 'Read an uploaded file without loading it: its form, its first rows, and what its columns mean',
  params: uploadId,
  body: z.strictObject({ ...optionsShape, table: z.optional(z.enum(tableNames)) }),
  bodyLimit: 1024 * 1024,
  turn: 'own',
  success: { kind: 'json', status: 200, body: importPreviewSchema },
  errors: ['IMPORT.UPLOAD_NOT_FOUND', 'IMPORT.UNREADABLE'],
});

export const startImport = endpoint({
  method: 'POST',
  path: '/operator/import-uploads/{upload_id}/imports',
  access: 'console',
  needsProof: true,
  stores: false,
  summary: 'Start importing an uploaded file, or a dry run; its progress is that of the import',
  params: uploadId,
  body: z.strictObject({ ...optionsShape, table: z.enum(tableNames), dry_run: z.optional(z.boolean()) }),
  bodyLimit: 1024 * 1024,
  success: { kind: 'json', status: 202, body: z.object({ id: z.uuid() }) },
  errors: ['IMPORT.UPLOAD_NOT_FOUND', 'AUTH.PROOF_NEEDED'],
});

const templateSchema = z.object({ id: z.uuid(), name: z.string(), table: z.enum(tableNames), options: importOptionsSchema });
export type ImportTemplate = z.infer<typeof templateSchema>;

export const listImportTemplates = endpoint({
  method: 'GET',
  path: '/operator/import-templates',
  access: 'console',
  summary: 'List the templates of imports, by name',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(templateSchema), total: z.int() }) },
  errors: [],
});

export const saveImportTemplate = endpoint({
  method: 'PUT',
  path: '/operator/import-templates',
  access: 'console',
  stores: false,
  summary: 'Save how files of one form are imported; a template of the same name is replaced',
  body: z.strictObject({
    name: lineText(TEMPLATE_NAME_LIMIT),
    table: z.enum(tableNames),
    options: importOptionsSchema,
  }),
  bodyLimit: 1024 * 1024,
  success: { kind: 'json', status: 200, body: templateSchema },
  errors: ['IMPORT.TEMPLATE_LIMIT'],
});

export const deleteImportTemplate = endpoint({
  method: 'DELETE',
  path: '/operator/import-templates/{template_id}',
  access: 'console',
  stores: false,
  summary: 'Delete a template',
  params: z.strictObject({ template_id: z.uuid() }),
  success: { kind: 'empty', status: 204 },
  errors: ['IMPORT.TEMPLATE_NOT_FOUND'],
});
