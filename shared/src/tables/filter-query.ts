/**
 * A table's filters as query parameters: one schema for list, export, saved view and address, so that all of them
 * select the same rows. The output is normalized: empty values are removed, lists are sorted without duplicates, an
 * unchecked box is no filter. Equal filters are therefore equal as JSON. What they mean is read from
 * `conditions/filter-condition.ts`.
 */
import * as z from 'zod/mini';
import type { TableDefinition } from './define-table.ts';
import { type FilterParameter, parameterSchema, tableParameters } from './filter-parameters.ts';

/** Filters by parameter: one text, a sorted list of texts, or `true` for a checked box. */
export type TableFilters = Readonly<Record<string, string | readonly string[] | true>>;

/** A filter of every table, in addition to those of its definition: rows changed or added later than this time. */
export const UPDATED_AFTER = 'updated_after';
/** The parameter for some rows by their ids, for lists and files. */
export const ROW_IDS = 'ids';

type FilterShape = Record<string, z.ZodMiniOptional<z.ZodMiniType>>;
const shapes = new WeakMap<TableDefinition, FilterShape>();

/** Every filter parameter of a table, each optional. */
export function filterShape(definition: TableDefinition): FilterShape {
  const known = shapes.get(definition);
  if (known !== undefined) return known;
  const entries = [...tableParameters(definition)].map(([name, parameter]) => [name, z.optional(parameterSchema(parameter))]);
  const shape: FilterShape = Object.fromEntries(entries);
  shapes.set(definition, shape);
  return shape;
}

/** The filters without empty values. @param values parameters that passed `filterShape` */
export function normalFilters(definition: TableDefinition, values: Readonly<Record<string, unknown>>): TableFilters {
  const parameters = tableParameters(definition);
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters.get(name);
    const normal = parameter === undefined ? undefined : normalValue(parameter, value);
    return normal === undefined ? [] : [[name, normal] as const];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** undefined: the value is no filter. */
function normalValue({ form }: FilterParameter, value: unknown): string | readonly string[] | true | undefined {
  switch (form) {
    case 'checked':
      return value === true || value === 'true' ? true : undefined;
    case 'choice':
      return value === true || value === 'true' ? 'true' : value === false || value === 'false' ? 'false' : undefined;
    case 'list':
      if (typeof value === 'string') return value === '' ? undefined : value;
      return isTextList(value) && value.length > 0 ? value : undefined;
    default:
      if (value === true) return 'true';
      return typeof value === 'string' && value !== '' ? value : undefined;
  }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Reads filters from outside (an address, a saved view): those the table has, each only if it is valid. */
export function readFilters(definition: TableDefinition, values: Readonly<Record<string, unknown>>): TableFilters {
  const shape = filterShape(definition);
  const known = Object.keys(values).flatMap((key) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const parsed = schema?.safeParse(values[key]);
    return parsed?.success === true && parsed.data !== undefined ? [[key, parsed.data] as const] : [];
  });
  return normalFilters(definition, Object.fromEntries(known));
}
