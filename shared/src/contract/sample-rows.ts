/** Which rows on the screens are invented samples, and that rows were looked at. Every screen asks for it, so it stands apart. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';

export const markLookedAtTable = endpoint({
  method: 'POST',
  path: '/dashboard/first-steps/rows-seen',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Note that rows of a table were on the screen, for the first steps',
  success: { kind: 'empty', status: 204 },
  errors: [],
});

export const listSampleRows = endpoint({
  method: 'GET',
  path: '/sample-rows',
  access: 'session',
  belongsTo: 'account',
  summary: 'Tell which tables hold invented sample rows',
  success: {
    kind: 'json',
    status: 200,
    /** `account`: everything of this account is invented. */
    body: z.object({ tables: z.array(z.enum(tableNames)), account: z.boolean() }),
  },
  errors: [],
});
export type SampleRows = z.infer<(typeof listSampleRows)['success']['body']>;
