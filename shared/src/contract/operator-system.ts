/** The installation as operators see it: jobs of the queue, sources and data tables. Never what a job or a table contains. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageParameters } from './page-parameters.ts';
import { getSources, networkNames, sourceHealthSchema } from './sources.ts';

/** `failed` jobs used up their tries, and so did mails and deliveries to webhooks; webhooks that were disabled are among them.
 * They run again when an operator says so, except webhooks, which only their owner enables. `done` jobs are listed for an hour. */
export const jobStates = ['waiting', 'running', 'failed', 'done'] as const;
export type JobState = (typeof jobStates)[number];

const jobSchema = z.object({
  id: z.string(),
  /** The kind of job, such as `mail`, `webhook` or `webhook delivery`. */
  job: z.string(),
  state: z.enum(jobStates),
  created_at: z.iso.datetime(),
  /** The earliest start; null once it has started. */
  starts_at: z.nullable(z.iso.datetime()),
  started_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** Tries that have begun. */
  tries: z.int(),
  /** Why the last try failed, without addresses, of webhooks with the host; null: none has. */
  reason: z.nullable(z.string()),
  /** Whether the job can be run again. */
  retryable: z.boolean(),
});

export type OperatorJob = z.infer<typeof jobSchema>;

export const listOperatorJobs = endpoint({
  method: 'GET',
  path: '/operator/jobs',
  access: 'console',
  summary: 'List jobs of the queue, the newest first; without a state, those that have failed',
  query: z.strictObject({ state: z.optional(z.enum(jobStates)), ...pageParameters }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(jobSchema),
      total: z.int(),
      /** The number of all jobs in each state, whatever was requested. */
      counts: z.object({ waiting: z.int(), running: z.int(), failed: z.int(), done: z.int() }),
    }),
  },
  errors: [],
});

export const retryOperatorJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/{job_id}/retry',
  access: 'console',
  stores: false,
  summary: 'Run a failed job again, with all its tries',
  params: z.strictObject({ job_id: z.string().check(z.maxLength(64)) }),
  success: { kind: 'empty', status: 204 },
  errors: ['JOBS.NOT_FOUND'],
});

const networkSchema = getSources.success.body.shape.reddit;

const sourceSchema = z.extend(sourceHealthSchema, {
  network: z.enum(networkNames),
  name: z.string(),
  /** Accounts that track it. */
  accounts: z.int(),
  /** Visits in a row that failed. */
  failures: z.int(),
  /** Why the last visit failed. */
  detail: z.nullable(z.string()),
  last_collected_at: z.nullable(z.iso.datetime()),
});

export type OperatorSource = z.infer<typeof sourceSchema>;

export const listOperatorSources = endpoint({
  method: 'GET',
  path: '/operator/sources',
  access: 'console',
  summary: 'Get the health of each network, and list the names that accounts track, those that fail first',
  query: z.strictObject(pageParameters),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      networks: z.array(z.extend(networkSchema, { network: z.enum(networkNames) })),
      data: z.array(sourceSchema),
      total: z.int(),
    }),
  },
  errors: [],
});

/** A table's copy in the column store. */
const tableCopySchema = z.object({
  /** How many versions of the table the copy still lacks. Until it has them, PostgreSQL answers. */
  versions_behind: z.int(),
  /** Seconds since it had all of them; 0: it has them, null: it never had. */
  behind_seconds: z.nullable(z.number()),
  /** Erasures of people whose rows the column store still has to delete. */
  erasures_waiting: z.int(),
  /** Why the last try to bring it up to date failed; null: it succeeded. */
  error: z.nullable(z.string()),
});

const dataTableSchema = z.object({
  /** The table's slug. */
  table: z.string(),
  title: z.string(),
  rows: z.int(),
  table_bytes: z.int(),
  index_bytes: z.int(),
  /** Parts of 32,768 ids that are counted row by row until their bitmaps are made again. */
  stale_chunks: z.int(),
  chunks: z.int(),
  /** null: the table is not copied. */
  copy: z.nullable(tableCopySchema),
  last_import: z.nullable(
    z.object({ id: z.string(), file: z.string(), at: z.iso.datetime(), added: z.int(), changed: z.int(), refused: z.int() }),
  ),
});

export type OperatorDataTable = z.infer<typeof dataTableSchema>;

export const describeOperatorData = endpoint({
  method: 'GET',
  path: '/operator/data',
  access: 'console',
  summary: 'Get rows, sizes and freshness of each data table',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(dataTableSchema),
      total: z.int(),
      /** Bytes of the whole database. */
      database_bytes: z.int(),
    }),
  },
  errors: [],
});
