/** When an account last looked at a table, with or without a view, and how many rows changed since. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { myTables } from './my-rows.ts';
import type { StorageLimit } from './storage-limit.ts';

/** A visit of a table ends when its screen was left or hidden this long. */
export const VISIT_MINUTES = 30;
/** Tables and views of an account whose visits are kept; those seen last. */
export const MAX_TABLE_VISITS: StorageLimit = { of: 'visits of tables', verified: 50, unverified: 1 };
/** Changed rows are counted up to this number. */
export const MAX_NEW_ROWS = 10_000;

const visitShape = {
  /** One of the data tables, or the collected people. */
  table: z.enum(myTables),
  /** null: the table without a view; collected people have none. */
  view_id: z.nullable(z.string()),
  /** When the visit before this one began, or this one if it is the first. */
  since: z.iso.datetime(),
};

export const tableVisitSchema = z.object({
  ...visitShape,
  /** The view's name, or the table's title. */
  name: z.string(),
  /** Rows added or changed since, up to `MAX_NEW_ROWS`. */
  new: z.int(),
});
export type TableVisit = z.infer<typeof tableVisitSchema>;

export const listTableVisits = endpoint({
  method: 'GET',
  path: '/visits',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the tables and views the account looked at, the last one first, with the rows that are new since',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(tableVisitSchema), total: z.int() }) },
  errors: [],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const noteTableVisit = endpoint({
  method: 'PUT',
  path: '/visits',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Note that the screen of a table is shown: goes on with the visit, or starts a new one',
  body: z.strictObject({
    table: z.enum(myTables),
    view_id: z.nullable(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
  success: { kind: 'json', status: 200, body: z.object(visitShape) },
  errors: ['VIEW.NOT_FOUND'],
  storageLimits: [MAX_TABLE_VISITS],
  rateLimit: { max: 120, windowSeconds: 60 },
});
