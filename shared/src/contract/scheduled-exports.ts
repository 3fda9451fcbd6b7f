/** Exports that are written again and again, each into a file that is kept for seven days. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { deliveryModes, MAX_EXPORT_DESTINATIONS } from './destinations.ts';
import { timeOfDay, timeZone } from './digest-time.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { COLLECTED_PEOPLE } from './my-rows.ts';
import { wholeNumber } from './whole-number.ts';

/** Of one member in one workspace. */
export const MAX_SCHEDULED_EXPORTS = 20;
/** Of all members of one workspace. */
export const MAX_WORKSPACE_SCHEDULED_EXPORTS = 100;
/** Days a file is kept. */
export const EXPORT_FILES_RETENTION_DAYS = 7;

export const exportFrequencies = ['daily', 'weekly'] as const;
export const exportFormats = ['csv', 'xlsx', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Whether files of the format are compressed already, so that they are not compressed again. */
export function isCompressedFormat(format: ExportFormat): boolean {
  return format === 'xlsx' || format === 'parquet';
}

/**
 * The rows that are written: those of a view (own or opened by its link), or of a list of rows of a data table or of
 * collected people.
 */
const exportWatchSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), id: z.string().check(z.minLength(1), z.maxLength(40)) }),
  z.strictObject({
    kind: z.literal('list'),
    id: z.union([
      z.int().check(z.positive()),
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a list')), z.transform(Number)),
    ]),
  }),
]);
export type ExportWatch = z.infer<typeof exportWatchSchema>;

const exportDestination = z.strictObject({ destination_id: z.uuid(), mode: z.enum(deliveryModes) });

const content = {
  name: lineText(80),
  watch: exportWatchSchema,
  /** How often; weekly exports run on Mondays. */
  every: z.enum(exportFrequencies),
  /** The time of day; 08:00 by default. */
  at: z.optional(timeOfDay),
  /** The time zone of `at`; UTC by default. */
  zone: z.optional(timeZone),
  /** The format; csv by default. */
  format: z.optional(z.enum(exportFormats)),
  /** Not for `xlsx` and `parquet`, which are compressed already; false by default. */
  gzip: z.optional(z.boolean()),
  /** Where each file is sent, too; none by default. */
  destinations: z.optional(
    z.array(exportDestination).check(
      z.maxLength(MAX_EXPORT_DESTINATIONS),
      z.refine((all) => new Set(all.map(({ destination_id: id }) => id)).size === all.length, 'names a destination twice'),
    ),
  ),
};

/**
 * - `written`: there is a file.
 * - `over_limit`: the month's limit did not suffice; nothing was written or counted.
 * - `failed`: it could not be written.
 * - `no_plan`: the account had no running trial or subscription.
 */
export const exportResults = ['written', 'over_limit', 'failed', 'no_plan'] as const;

export const scheduledExportSchema = z.object({
  id: z.int(),
  name: z.string(),
  watch: z.object({ kind: z.enum(['view', 'list']), id: z.union([z.string(), z.int()]) }),
  table: z.enum([...tableNames, COLLECTED_PEOPLE]),
  every: z.enum(exportFrequencies),
  at: z.string(),
  zone: z.string(),
  format: z.enum(exportFormats),
  gzip: z.boolean(),
  destinations: z.array(z.object({ destination_id: z.uuid(), mode: z.enum(deliveryModes) })),
  /** `ended`: its view or list was deleted. */
  state: z.enum(['active', 'ended']),
  /** Due or being written. */
  is_running: z.boolean(),
  /** When the next file is due; null: the export has ended. */
  next_at: z.nullable(z.iso.datetime()),
  /** How the last one ended; null: there was none. */
  last: z.nullable(
    z.object({
      at: z.iso.datetime(),
      result: z.enum(exportResults),
      /** Rows in the file. */
      rows: z.nullable(z.int()),
      /** The problem, in a sentence. */
      detail: z.nullable(z.string()),
    }),
  ),
  created_at: z.iso.datetime(),
  /** The email of the member who made it, whose part of the export limit it uses; only in a shared workspace. */
  created_by: z.optional(z.string()),
});
export type ScheduledExport = z.infer<typeof scheduledExportSchema>;

export const exportFileSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  rows: z.int(),
  bytes: z.int(),
  /** Needs the session or an API key of the account. */
  url: z.string(),
  expires_at: z.iso.datetime(),
});
export type ExportFile = z.infer<typeof exportFileSchema>;

const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const exportPath = z.strictObject({ export_id: id });

export const listScheduledExports = endpoint({
  method: 'GET',
  path: '/scheduled-exports',
  access: 'verified',
  apiKey: 'counted',
  summary: 'List your scheduled exports, newest first',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(scheduledExportSchema), total: z.int() }) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const createScheduledExport = endpoint({
  method: 'POST',
  path: '/scheduled-exports',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Have a view or a list exported daily or weekly',
  body: z.strictObject(content),
  success: { kind: 'json', status: 201, body: scheduledExportSchema },
  errors: [
    'STORAGE.FULL',
    'SCHEDULED_EXPORT.LIMIT_REACHED',
    'VIEW.NOT_FOUND',
    'ROW_LIST.NOT_FOUND',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.WRONG_KIND',
    'DESTINATION.FORMAT',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
});

export const updateScheduledExport = endpoint({
  method: 'PATCH',
  path: '/scheduled-exports/{export_id}',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Change a scheduled export',
  params: exportPath,
  body: z.partial(z.strictObject(content)),
  success: { kind: 'json', status: 200, body: scheduledExportSchema },
  errors: [
    'STORAGE.FULL',
    'SCHEDULED_EXPORT.NOT_FOUND',
    'VIEW.NOT_FOUND',
    'ROW_LIST.NOT_FOUND',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.WRONG_KIND',
    'DESTINATION.FORMAT',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
});

export const deleteScheduledExport = endpoint({
  method: 'DELETE',
  path: '/scheduled-exports/{export_id}',
  access: 'verified',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete a scheduled export and its files',
  params: exportPath,
  success: { kind: 'empty', status: 204 },
  errors: ['SCHEDULED_EXPORT.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const runScheduledExport = endpoint({
  method: 'POST',
  path: '/scheduled-exports/{export_id}/run',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Have a scheduled export written now, beside its times',
  params: exportPath,
  success: { kind: 'json', status: 202, body: scheduledExportSchema },
  errors: ['STORAGE.FULL', 'SCHEDULED_EXPORT.NOT_FOUND', 'SCHEDULED_EXPORT.ENDED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 10, windowSeconds: 600 },
});

export const listExportFiles = endpoint({
  method: 'GET',
  path: '/scheduled-exports/{export_id}/files',
  access: 'verified',
  apiKey: 'counted',
  summary: 'List the files of a scheduled export, newest first',
  params: exportPath,
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(exportFileSchema), total: z.int() }) },
  errors: ['SCHEDULED_EXPORT.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});
