/** Rows that belong to a row, or to a collected person. */
import * as z from 'zod/mini';
import { myTable } from './my-rows.ts';

/** Rows shown of a group; its total counts all. */
export const RELATED_ROWS = 5;

/** A cell of a row, as lists have it. */
export const cell = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

export const relatedGroupSchema = z.object({
  /** The table of the rows, or the account's collected people. */
  table: myTable,
  /** Says so where rows were found by names, which are not unique. */
  title: z.string(),
  total: z.int(),
  /** Filters of that table that select these rows; null: no filters do. */
  query: z.nullable(z.record(z.string(), z.array(z.string()))),
  /** The newest, as the table's list has them. */
  rows: z.array(z.record(z.string(), cell)),
});
export type RelatedGroup = z.infer<typeof relatedGroupSchema>;
