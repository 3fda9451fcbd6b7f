/** The dashboard's data in addition to the account and its messages. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { storageUseSchema } from './usage.ts';

/**
 * - `analysis`: of trends.
 * - `profiles`: of the collector's list, which are not collected yet.
 * - `searches`: of people, with pages left to read.
 * - `visits`: to tracked names, the first ones and those under way.
 * - `import`: into a data table; only operators see it.
 */
const workKinds = ['analysis', 'profiles', 'searches', 'visits', 'import'] as const;

const workSchema = z.object({
  kind: z.enum(workKinds),
  state: z.enum(['running', 'waiting']),
  /** Profiles, searches or names; rows read so far by an import; 1 for an analysis. */
  count: z.int(),
  /** The progress of an analysis, for people, or the file of an import; null: unknown. */
  detail: z.nullable(z.string()),
});
export type Work = z.infer<typeof workSchema>;

/**
 * First steps of a new account, and which of them are done. `table`: rows of one were on its screen. `countries`: it was said
 * where the operator sells; absent: the account is no operator's.
 */
const firstStepsSchema = z.object({
  table: z.boolean(),
  extension: z.boolean(),
  name: z.boolean(),
  key: z.boolean(),
  countries: z.optional(z.boolean()),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

/** An open source that filled rows of a table. */
const filledSchema = z.object({
  title: z.string(),
  rows: z.int(),
  /** The end of its last run that succeeded; null: none did yet. */
  at: z.nullable(z.iso.datetime()),
});
export type FilledBySource = z.infer<typeof filledSchema>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  access: 'session',
  summary: 'Get what runs and waits for this account, and its first steps',
  success: {
    kind: 'json',
    status: 200,
    /**
     * `first_steps`: null once they were ended. `tables`: those that the account may read now, with all their rows, and with
     * the open sources that filled some of them.
     * `console`: the account is named as an operator, but has no second factor; absent: otherwise. `storage`, `tables`: absent
     * where a server of an earlier version answers.
     */
    body: z.object({
      work: z.array(workSchema),
      first_steps: z.nullable(firstStepsSchema),
      storage: z.optional(storageUseSchema),
      tables: z.optional(
        z.array(z.object({ table: z.enum(tableNames), rows: z.int(), sources: z.optional(z.array(filledSchema)) })),
      ),
      console: z.optional(z.literal('needs_second_factor')),
    }),
  },
  errors: [],
});

export const endFirstSteps = endpoint({
  method: 'POST',
  path: '/dashboard/first-steps/end',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Show the first steps no longer',
  success: { kind: 'empty', status: 204 },
  errors: [],
});
