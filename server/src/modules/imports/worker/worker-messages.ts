/** Messages from the server to the process of an upload. */
import { importChoiceSchema } from '@leadloom/shared/contract/import-uploads';
import { tableNames } from '@leadloom/shared/tables/tables';
import { z } from 'zod';
import { mappingSchema } from '../mapping/read-mapping.ts';
import { dateOrders } from '../rows/cells/read-moment.ts';

export const uploadSchema = z.object({
  /** `fit`: previews it for the table that fits best. */
  task: z.enum(['load', 'preview', 'fit']),
  table: z.enum(tableNames),
  /** Connection settings in the format of `pg`. */
  login: z.union([
    z.string(),
    z.object({ host: z.string(), port: z.number(), user: z.string(), password: z.string(), database: z.string() }),
  ]),
  /** The key of the suppression list. */
  suppressionKey: z.instanceof(Uint8Array).nullable(),
  /** Milliseconds since 1970. */
  now: z.number(),
  format: z.enum(['csv', 'jsonl']).nullable(),
  mustBeGzip: z.boolean(),
  mapping: mappingSchema,
  /** null: a header is expected when loading, and detected for a preview. */
  hasHeader: z.boolean().nullable(),
  separator: z.string().nullable(),
  /** A version before did not keep this and the next two. */
  headerLine: z.number().nullable().default(null),
  /** Of a workbook, and of an archive of several files. */
  sheet: z.string().nullable().default(null),
  entry: z.string().nullable().default(null),
  listSeparator: z.string().nullable(),
  choices: z.array(importChoiceSchema),
  source: z.string(),
  maxRejects: z.number().nullable(),
  isDryRun: z.boolean(),
  keepsKnown: z.boolean(),
  refusesUnreadable: z.boolean(),
  dateOrder: z.enum(dateOrders).nullable(),
  encoding: z.string().nullable(),
  /** The import in the log; null: it is not there. */
  importId: z.string().nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** The part of an upload that the log stores: how its file is read. */
export const readingSchema = uploadSchema.omit({
  task: true,
  table: true,
  source: true,
  isDryRun: true,
  login: true,
  now: true,
  importId: true,
  suppressionKey: true,
});

export const toWorkerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('end') }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;
