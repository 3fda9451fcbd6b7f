/**
 * A table's filters as query parameters: one schema for list, export, saved view and address, so that all of them
 * select the same rows. The output is normalized: empty values are removed, lists are sorted without duplicates, an
 * unchecked box is no filter. Equal filters are therefore equal as JSON.
 */
import * as z from 'zod/mini';
import { isCalendarDay } from '../domain/calendar-day.ts';
import type { FilterDefinition, TableDefinition } from './define-table.ts';
import { readSentOnce } from './list-values.ts';

/** Nobody chooses more values by hand; the limit bounds the size of a query. */
export const FILTER_VALUES_LIMIT = 200;
export const FILTER_TEXT_LIMIT = 200;

/** Filters by parameter: one text, a sorted list of texts, or `true` for a checked box. */
export type TableFilters = Readonly<Record<string, string | readonly string[] | true>>;

/** Control characters never occur in text people search for, and the database refuses some of them. */
const text = z.string().check(
  z.trim(),
  z.maxLength(FILTER_TEXT_LIMIT),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  z.regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters'),
  z.refine((value) => value.isWellFormed(), 'must be well-formed text'),
);
const day = z.string().check(z.refine((value) => value === '' || isCalendarDay(value), 'must be a day such as 2026-03-31'));
const flag = z.union([z.boolean(), z.enum(['true', 'false', ''])], { error: 'must be true or false' });

/** @param known values the filter offers; empty if it accepts any text */
const listOf = (item: typeof text, known: readonly { readonly value: string }[] = []) => {
  const offered = new Set(known.map(({ value }) => value));
  return z.pipe(
    z.union([
      z.array(item).check(z.maxLength(FILTER_VALUES_LIMIT)),
      z.pipe(
        z.string(),
        z.transform((joined: string, context) => {
          // Unless `continue` is set, a union reports only that the input is invalid.
          const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: joined, continue: true });
          const values = readSentOnce(joined, offered);
          if (values.length > FILTER_VALUES_LIMIT) refuse(`must be ${FILTER_VALUES_LIMIT} values at most`);
          return values.slice(0, FILTER_VALUES_LIMIT).map((value) => {
            const read = item.safeParse(value);
            if (!read.success) refuse(read.error.issues[0]?.message ?? 'is not valid');
            return read.data ?? '';
          });
        }),
      ),
    ]),
    z.transform((values) => [...new Set(values.filter((value) => value !== ''))].sort()),
  );
};

/** The parameters of one filter and their schemas. */
export function filterParameters(filter: FilterDefinition): Readonly<Record<string, z.ZodMiniType>> {
  switch (filter.kind) {
    case 'choice':
      return { [filter.key]: listOf(text, filter.options) };
    case 'lookup':
    case 'text':
      return { [filter.key]: listOf(text) };
    case 'search':
      return { [filter.key]: text };
    case 'range': {
      const name = z.enum(['', ...filter.options.map((option) => option.value)]);
      return {
        [filter.key]: filter.isMultiple
          ? listOf(
              text.check(z.refine((value) => name.safeParse(value).success, 'is not a range of this filter')),
              filter.options,
            )
          : name,
      };
    }
    case 'dates':
      return { [filter.after]: day, [filter.before]: day };
    case 'flag':
      return { [filter.key]: flag };
  }
}

/** The names of the parameters alone, which every request needs; building the schemas is slow. */
export function parameterNames(filter: FilterDefinition): readonly string[] {
  return filter.kind === 'dates' ? [filter.after, filter.before] : [filter.key];
}

/** A filter of every table: the id of a list of the account. */
export const LIST_FILTER = 'list';
/** A filter of every table: tags of the account, any of which a row must carry. */
export const TAG_FILTER = 'tag';

/** A filter of every table: `true` for invented sample rows alone, `false` for the others. */
export const SAMPLE_FILTER = 'sample';

/** A filter of every table, in addition to those of its definition: rows changed or added later than this time. */
export const UPDATED_AFTER = 'updated_after';
/** The parameter for some rows by their ids, for lists and files. */
export const ROW_IDS = 'ids';

const ofEveryTable: Readonly<Record<string, z.ZodMiniType>> = {
  [LIST_FILTER]: z.string().check(z.regex(/^(?:[1-9]\d{0,14})?$/, 'must be the id of a list')),
  [TAG_FILTER]: listOf(text),
  [SAMPLE_FILTER]: flag,
};

/** Every filter parameter of a table, each optional. */
export function filterShape(definition: TableDefinition): Record<string, z.ZodMiniOptional<z.ZodMiniType>> {
  const parameters = [
    ...definition.filters.flatMap((filter) => Object.entries(filterParameters(filter))),
    ...Object.entries(ofEveryTable),
  ];
  return Object.fromEntries(parameters.map(([key, schema]) => [key, z.optional(schema)]));
}

/** The filters without empty values. @param values parameters that passed `filterShape` */
export function normalFilters(definition: TableDefinition, values: Readonly<Record<string, unknown>>): TableFilters {
  const entries: [string, string | readonly string[] | true][] = [];
  for (const filter of definition.filters) {
    for (const key of parameterNames(filter)) {
      const value = values[key];
      if (value === true || value === 'true') entries.push([key, filter.kind === 'flag' ? true : 'true']);
      else if (typeof value === 'string' && value !== '' && filter.kind !== 'flag') entries.push([key, value]);
      else if (isTextList(value) && value.length > 0) entries.push([key, value]);
    }
  }
  for (const key of [LIST_FILTER, TAG_FILTER]) {
    const value = values[key];
    if (typeof value === 'string' && value !== '') entries.push([key, value]);
    else if (isTextList(value) && value.length > 0) entries.push([key, value]);
  }
  const { [SAMPLE_FILTER]: sample } = values;
  if (sample === true || sample === 'true') entries.push([SAMPLE_FILTER, 'true']);
  else if (sample === false || sample === 'false') entries.push([SAMPLE_FILTER, 'false']);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Reads filters from outside (an address, a saved view): those the table has, each only if it is valid. */
export function readFilters(definition: TableDefinition, values: Readonly<Record<string, unknown>>): TableFilters {
  const known = Object.entries(filterShape(definition)).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(values[key]);
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data] as const] : [];
  });
  return normalFilters(definition, Object.fromEntries(known));
}
