/** What belongs to the data API as a whole: its description, and which rows are gone. */
import * as z from 'zod/mini';
import { tableNames } from '../tables/tables.ts';
import { endpoint } from './endpoint.ts';
import { cursorSchema, momentSchema } from './list-parameters.ts';
import { MAX_PAGE_SIZE } from './tables.ts';
import { wholeNumber } from './whole-number.ts';

/** Days a deletion is told of. */
export const DELETIONS_KEPT_DAYS = 180;

export const deletedRowSchema = z.object({
  table: z.enum(tableNames),
  id: z.int(),
  deleted_at: z.iso.datetime(),
  /**
   * `removed`: by the operator. `deleted_at_source`: its network says that it was deleted there. `expired`: kept as long as the
   * operator keeps it. `sample`: an invented row that was cleared away. Others may come.
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
    /** Deletions at this moment and later, 180 days back at most; all that are kept where absent. */
    since: z.optional(momentSchema),
    /** One table; all where absent. */
    table: z.optional(z.enum(tableNames)),
    /** The `cursor` of an earlier answer with the same table and moment. */
    cursor: z.optional(cursorSchema),
    /** 100 where absent. */
    per_page: z.optional(wholeNumber(1, MAX_PAGE_SIZE)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(deletedRowSchema),
      /** null: there is nothing more now. */
      next_cursor: z.nullable(z.string()),
      /** Where this answer ends. To be kept: whatever is deleted from now on comes behind it. */
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
});
