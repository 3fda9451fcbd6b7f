/**
 * Counts beside values, and summaries: how many rows have which value, for a table's screen and for programs. What can be
 * counted by is in `dimensions.ts`; collected people answer in the same form.
 */
import * as z from 'zod/mini';
import type { TableDefinition } from '../tables/define-table.ts';
import { dimensionsOf, measuredFields } from '../tables/dimensions.ts';
import { filterShape } from '../tables/filter-query.ts';
import { amongNames } from './among-names.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { momentSchema } from './list-parameters.ts';
import { accessOf, filterErrors } from './table-changes.ts';

/** The most facets of one request. */
export const MAX_FACETS = 10;
export const MAX_SUMMARY_DIMENSIONS = 2;
export const measures = ['count', 'sum', 'avg', 'median', 'min', 'max'] as const;
export type Measure = (typeof measures)[number];

/** Names sent once or several times; each once, in the order sent. */
function namesAmong(names: readonly string[], max: number) {
  const name = z.enum(names);
  const error = amongNames(names);
  const sent = z.union(
    [
      z.array(name),
      z.pipe(
        name,
        z.transform((one) => [one]),
      ),
    ],
    { error },
  );
  return z.pipe(
    z.pipe(
      sent,
      z.transform((chosen) => [...new Set(chosen)]),
    ),
    z.array(z.string()).check(z.minLength(1), z.maxLength(max, { error: `must be ${max} at most` })),
  );
}

/** @param names of the dimensions */
export function facetsQuery(names: readonly string[]) {
  return {
    /** What to count by. */
    of: namesAmong(names, MAX_FACETS),
    /** Narrows the values of the one facet to those that contain it, without regard to case; not with several. */
    q: z.optional(lineText(100)),
  };
}

/** @param names of the dimensions @param measured fields with numbers */
export function summaryQuery(names: readonly string[], measured: readonly string[]) {
  return {
    by: namesAmong(names, MAX_SUMMARY_DIMENSIONS),
    /** By default `count`. */
    measure: z.optional(z.enum(measures, { error: amongNames(measures) })),
    /** The column whose numbers are measured; needed for every measure but `count`, and not sent with that. */
    of: z.optional(z.enum(measured, { error: amongNames(measured) })),
  };
}

const numberPiece = z.object({
  /** The lowest number; null: an open end. */
  from: z.nullable(z.number()),
  /** The first number that is too high; null: an open end. */
  to: z.nullable(z.number()),
});

const facetSchema = z.object({
  of: z.string(),
  /**
   * Values and how many rows have them, the most frequent first; equally frequent ones in the order of their text. Numbers as
   * ranges, and days as `2026-03-31`, `2026-03` or `2026`, in their order. An item of a list counts by itself. Checkboxes:
   * `true` and `false`.
   */
  values: z.array(z.union([z.object({ value: z.string(), count: z.int() }), z.object({ ...numberPiece.shape, count: z.int() })])),
  /** Rows without a value. */
  blank: z.int(),
  /** Values that are left out. */
  more: z.int(),
});
export type Facet = z.infer<typeof facetSchema>;

export const facetsSchema = z.object({
  /** One for each name, in the order sent; each counts under all conditions but those of its own filter. */
  data: z.array(facetSchema),
  /** Rows under all conditions. */
  total: z.int(),
});
export type Facets = z.infer<typeof facetsSchema>;

/** A value, a range of numbers, or days; null: the rows without a value. */
const summaryPiece = z.nullable(z.union([z.string(), numberPiece]));
export type SummaryPiece = z.infer<typeof summaryPiece>;

export const summarySchema = z.object({
  /**
   * Cells with rows: one piece for each name of `by`. Values come most frequent first, numbers and days in their order, blank
   * last. `value`: the number of rows, or the measure of their numbers; null where none of the rows has one.
   */
  data: z.array(z.object({ by: z.array(summaryPiece), value: z.nullable(z.number()) })),
  /** Rows under all conditions. */
  total: z.int(),
  /** Rows that are in none of the cells, because their values are left out. */
  other: z.int(),
});
export type Summary = z.infer<typeof summarySchema>;

export const listFacets = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/facets`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `Count the rows of ${definition.title} that match the filters beside each value`,
    query: z.strictObject({
      ...filterShape(definition),
      updated_after: z.optional(momentSchema),
      ...facetsQuery([...dimensionsOf(definition).keys()]),
    }),
    turn: 'none',
    success: { kind: 'json', status: 200, body: facetsSchema },
    errors: filterErrors,
  });

export const summarizeTable = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/summary`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `Summarize the rows of ${definition.title} that match the filters by one or two of their values`,
    query: z.strictObject({
      ...filterShape(definition),
      updated_after: z.optional(momentSchema),
      ...summaryQuery([...dimensionsOf(definition).keys()], measuredFields(definition)),
    }),
    turn: 'none',
    success: { kind: 'json', status: 200, body: summarySchema },
    errors: filterErrors,
  });
