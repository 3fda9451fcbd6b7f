/** Further data about one row of a data table: rows of other tables that belong to it, and its history. */
import * as z from 'zod/mini';
import type { TableDefinition } from '../tables/define-table.ts';
import { endpoint } from './endpoint.ts';
import { openSourceIds } from './open-source-ids.ts';
import { cell, relatedGroupSchema } from './related-group.ts';
import { accessOf } from './table-changes.ts';

/** An id as addresses hold it, as a number. */
export const rowParams = z.strictObject({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a row')), z.transform(Number)),
});

/** Groups without rows are left out. Nearly all linked tables need a subscription, so this does for each of them. */
export const listRelated = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/{id}/related`,
    access: 'subscribed',
    apiKey: 'counted',
    summary: `List rows of other tables that belong to one row of ${definition.title}`,
    params: rowParams,
    turn: 'none',
    success: { kind: 'json', status: 200, body: z.object({ data: z.array(relatedGroupSchema) }) },
    errors: ['ROWS.NOT_FOUND', 'LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

const historyEntrySchema = z.object({
  at: z.string(),
  by: z.object({
    kind: z.enum(['import', 'visit', 'operator']),
    /** The id of the import; null: it has none. */
    id: z.nullable(z.string()),
    label: z.string(),
  }),
  /** The list is empty in the entry of the row's beginning. */
  changes: z.array(z.object({ field: z.string(), from: cell, to: cell })),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Newest first. Changes are kept for 400 days; the last entry says when the row came, where that is known. */
export const listHistory = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/{id}/history`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `List what changed in one row of ${definition.title}, newest first`,
    params: rowParams,
    turn: 'none',
    success: { kind: 'json', status: 200, body: z.object({ data: z.array(historyEntrySchema) }) },
    errors: ['ROWS.NOT_FOUND', 'LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

const rowSourceSchema = z.object({
  source: z.enum(openSourceIds),
  title: z.string(),
  /** The page at the publisher. */
  url: z.string(),
  /** The day on which the publisher said so. */
  as_of: z.iso.date(),
  /** The columns whose cells it filled. */
  fields: z.array(z.string()),
  /** The sentence that the licence asks for. */
  attribution: z.string(),
});
export type RowSource = z.infer<typeof rowSourceSchema>;

/** Cells that no source names are from a file or a person. */
export const listRowSources = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/{id}/sources`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `List the open sources of one row of ${definition.title}, with the columns that each filled`,
    params: rowParams,
    turn: 'none',
    success: { kind: 'json', status: 200, body: z.object({ data: z.array(rowSourceSchema) }) },
    errors: ['ROWS.NOT_FOUND', 'LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });
