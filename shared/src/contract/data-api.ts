/** Endpoints about the data API as a whole: its description, and the feed of deleted rows. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { cursorSchema, MAX_PAGE_SIZE, momentSchema } from './list-parameters.ts';
import { wholeNumber } from './whole-number.ts';

/** Days a deletion is kept in the feed. */
export const DELETIONS_RETENTION_DAYS = 180;

export const deletedRowSchema = z.object({
  table: z.enum(tableNames),
  id: z.int(),
  deleted_at: z.iso.datetime(),
  /**
   * `removed`: deleted by the operator. `deleted_at_source`: deleted on its network. `expired`: its retention period
   * ended. `sample`: a sample row was removed. More values may be added.
   */
  reason: z.string(),
});
export type DeletedRow = z.infer<typeof deletedRowSchema>;

export const listDeletedRows = endpoint({
  method: 'GET',
  path: '/deleted',
  access: 'verified',
  apiKey: 'free',
  summary: 'List deleted rows of the tables in the order of deletion, to keep copies up to date',
  query: z.strictObject({
    /** Deletions at or after this time, at most 180 days ago; by default all that are kept. */
    since: z.optional(momentSchema),
    /** One table; all by default. */
    table: z.optional(z.enum(tableNames)),
    /** The `cursor` of a previous response with the same table and time. */
    cursor: z.optional(cursorSchema),
    /** Rows on a page; 100 by default. */
    per_page: z.optional(wholeNumber(1, MAX_PAGE_SIZE)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(deletedRowSchema),
      /** null: there are no more deletions at the moment. */
      next_cursor: z.nullable(z.string()),
      /** The position after this response. Callers store it to fetch later deletions. */
      cursor: z.string(),
    }),
  },
  errors: ['AUTH.NOT_VERIFIED'],
});

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'Get this API as an OpenAPI 3.1 document',
  success: { kind: 'json', status: 200, body: z.record(z.string(), z.unknown()) },
  errors: [],
  rateLimit: { max: 60, windowSeconds: 60 },
});
