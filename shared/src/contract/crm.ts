/** CRMs: what a run would do, runs, and their undoing. A CRM is a destination (`destinations.ts`). */
import * as z from 'zod/mini';
import { destinationPath } from './destinations.ts';
import { endpoint } from './endpoint.ts';
import { wholeNumber } from './whole-number.ts';

/** Rows that one run pushes at most. */
export const MAX_PUSHED_ROWS = 100_000;
/** Rows that a dry run compares, the first of its source. */
export const MAX_DRY_RUN_ROWS = 1_000;
/** Failed rows that a run names. */
export const MAX_NAMED_FAILURES = 100;
export const DEFAULT_RUNS = 25;

/** A value of a property as the CRM has it; null: empty. */
const propertyValue = z.nullable(z.string());
const change = z.object({ property: z.string(), from: propertyValue, to: propertyValue });
/** `row` is the id of the row, `id` that of the record in the CRM. */
const created = z.object({ row: z.int(), name: z.string(), changes: z.array(change) });
const updated = z.object({ row: z.int(), id: z.string(), name: z.string(), changes: z.array(change) });
const skipped = z.object({ row: z.int(), reason: z.string() });

export const runStates = ['running', 'done', 'failed'] as const;
export const crmRunSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  state: z.enum(runStates),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  /** The first of those that failed, each with the reason. */
  failed: z.array(skipped),
  /** Why the run failed, or what it waits for; null: nothing. */
  error: z.nullable(z.string()),
  /** Whether it can be undone: it wrote something, and was not undone before. */
  can_undo: z.boolean(),
  /** When it was undone; absent: it was not. */
  undone_at: z.optional(z.iso.datetime()),
});
export type CrmRun = z.infer<typeof crmRunSchema>;

const runPath = z.strictObject({ destination_id: z.uuid(), run_id: z.uuid() });
const crmErrors = ['DESTINATION.NOT_FOUND', 'DESTINATION.DISABLED', 'DESTINATION.NO_CRM', 'CRM.UNREACHABLE'] as const;

export const listCrmProperties = endpoint({
  method: 'GET',
  path: '/destinations/{destination_id}/properties',
  access: 'subscribed',
  right: 'connect',
  turn: 'own',
  summary: 'List the properties of the records that a CRM has, with a sample of each, to map columns to them',
  params: destinationPath,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          type: z.enum(['text', 'number', 'boolean', 'date', 'choice', 'other']),
          /** For choices: the values that it takes. */
          choices: z.nullable(z.array(z.string())),
          /** Only the CRM itself writes it. */
          is_read_only: z.boolean(),
          /** Its value in the record that belongs to the first row that has one; null: there is none, or it is empty. */
          sample: propertyValue,
        }),
      ),
      /** The values of that row by column; null: no row has a record, then they are of the first row. */
      row: z.nullable(z.record(z.string(), propertyValue)),
    }),
  },
  errors: [...crmErrors, 'VIEW.NOT_FOUND', 'ROW_LIST.NOT_FOUND'],
  rateLimit: { max: 60, windowSeconds: 600 },
});

export const dryRunCrm = endpoint({
  method: 'POST',
  path: '/destinations/{destination_id}/dry-run',
  access: 'subscribed',
  right: 'connect',
  stores: false,
  turn: 'own',
  summary: `See what a run would create, update and skip, for the first ${MAX_DRY_RUN_ROWS} rows; nothing is written`,
  params: destinationPath,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      created: z.array(created),
      updated: z.array(updated),
      skipped: z.array(skipped),
      /** Rows of the source, of which the first were compared. */
      rows: z.int(),
      /** Of the rows that would be written, those that would count as exported. */
      charged: z.optional(z.int()),
    }),
  },
  errors: [...crmErrors, 'CRM.NO_MAPPING', 'VIEW.NOT_FOUND', 'ROW_LIST.NOT_FOUND'],
  rateLimit: { max: 30, windowSeconds: 600 },
});

export const runCrm = endpoint({
  method: 'POST',
  path: '/destinations/{destination_id}/run',
  access: 'subscribed',
  right: 'connect',
  stores: true,
  summary: 'Push what changed since the last run, and read back what the CRM has',
  params: destinationPath,
  success: { kind: 'json', status: 202, body: crmRunSchema },
  errors: [
    'STORAGE.FULL',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.DISABLED',
    'DESTINATION.NO_CRM',
    'CRM.NO_MAPPING',
    'CRM.RUNNING',
  ],
  rateLimit: { max: 30, windowSeconds: 600 },
});

export const listCrmRuns = endpoint({
  method: 'GET',
  path: '/destinations/{destination_id}/runs',
  access: 'verified',
  summary: 'List the runs of a CRM of the last 30 days, newest first',
  params: destinationPath,
  query: z.strictObject({ page: z.optional(wholeNumber(1, 10_000)), per_page: z.optional(wholeNumber(1, 100)) }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(crmRunSchema), total: z.int(), page: z.int(), per_page: z.int() }),
  },
  errors: ['DESTINATION.NOT_FOUND', 'DESTINATION.NO_CRM'],
});

export const undoCrmRun = endpoint({
  method: 'POST',
  path: '/destinations/{destination_id}/runs/{run_id}/undo',
  access: 'subscribed',
  right: 'connect',
  stores: false,
  turn: 'own',
  summary: 'Undo a run wherever nobody changed the record since',
  params: runPath,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ undone: z.int(), kept: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  },
  errors: [...crmErrors, 'CRM.RUN_NOT_FOUND', 'CRM.RUNNING'],
  rateLimit: { max: 30, windowSeconds: 600 },
});
