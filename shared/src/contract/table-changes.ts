/** Further endpoints of each data table: the total of its list, and the feed of changes. */
import * as z from 'zod/mini';
import type { TableDefinition } from '../tables/define-table.ts';
import { filterShape } from '../tables/filter-query.ts';
import { rowSchema } from '../tables/row-schema.ts';
import { endpoint } from './endpoint.ts';
import { momentSchema } from './list-parameters.ts';
import { wholeNumber } from './whole-number.ts';

/** Who may read a table's rows. */
export function accessOf(definition: TableDefinition) {
  return definition.isGated ? ('subscribed' as const) : ('session' as const);
}

/** What the readers of filtered rows meet. */
export const filterErrors = [
  'ROW_LIST.NOT_FOUND',
  'ROW_LIST.OTHER_TABLE',
  'LIST.BUSY',
  'LIST.TOO_SLOW',
  'AUTH.SUBSCRIPTION_REQUIRED',
  'AUTH.NOT_VERIFIED',
] as const;

/** Counts rows, for screens whose page arrived before its total, and for programs that need no rows. */
export const countTable = <const Definition extends TableDefinition>(definition: Definition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/total`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `Count the rows of ${definition.title} that match the filters`,
    query: z.strictObject({ ...filterShape(definition), updated_after: z.optional(momentSchema) }),
    turn: 'none',
    success: { kind: 'json', status: 200, body: z.object({ total: z.int() }) },
    errors: filterErrors,
  });

/** The most changes in one response. */
export const MAX_CHANGES = 1_000;
export const DEFAULT_CHANGES = 100;

/**
 * The feed of a table, in the order of commits: each row as it is now, under the version that made it so, and each deletion.
 * `after` is 0 by default, which returns every row.
 */
export const listChanges = <const Definition extends TableDefinition>(definition: Definition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/changes`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `List what changed in ${definition.title} after a version, in the order of commits, to keep copies up to date`,
    query: z.strictObject({
      after: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      per_page: z.optional(wholeNumber(1, MAX_CHANGES)),
    }),
    success: {
      kind: 'json',
      status: 200,
      body: z.object({
        data: z.array(
          z.union([
            z.object({ version: z.int(), id: z.int(), row: rowSchema(definition) }),
            z.object({ version: z.int(), id: z.int(), deleted: z.literal(true), reason: z.string() }),
          ]),
        ),
        /** The `after` of the next changes; null: there are no more at the moment. */
        next: z.nullable(z.int()),
      }),
    },
    errors: ['CHANGES.FORGOTTEN', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });
