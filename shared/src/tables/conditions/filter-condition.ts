/**
 * A table's filters as one condition: parameters and the expression `where` become the same tree here, and only here. What
 * the tree means is read by whoever answers (`condition.ts`).
 */
import type { FilterDefinition, RangeFilter, TableDefinition, TextFilter } from '../define-table.ts';
import {
  CRM_OWNER_FILTER,
  CRM_STAGE_FILTER,
  EXPORTED_FILTER,
  type FilterParameter,
  IN_CRM_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  parametersOf,
  SAMPLE_FILTER,
  TAG_FILTER,
  tableParameters,
  WHERE_FILTER,
} from '../filter-parameters.ts';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '../filter-query.ts';
import { linkNames } from '../linked-tables.ts';
import { readRange } from '../read-range.ts';
import { type Condition, everything, group, not, type Test } from './condition.ts';
import { type ParsedWhere, parseWhere } from './parse-where.ts';
import { WhereError } from './where-tokens.ts';

/** A parameter that cannot be read. `message` follows the parameter's name in a sentence: `must not be above revenue_to`. */
export class FilterError extends Error {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

type Value = TableFilters[string];

/** The filter of a search box in which pasted addresses are found. */
const MAIN_SEARCH = 'search_query';

/**
 * @param filters as they passed `filterShape`, or were written by `normalFilters`
 * @throws {FilterError} where a parameter contradicts another, or `where` cannot be read
 */
export function filterCondition(definition: TableDefinition, filters: TableFilters): Condition {
  const own = definition.filters.flatMap((filter) => filterParts(definition, filter, filters, ''));
  const linked = linkNames(definition).flatMap((link) => linkParts(definition, link, filters));
  const { [WHERE_FILTER]: where } = filters;
  const written = typeof where === 'string' ? [readWhere(definition, where).condition] : [];
  return group('all', [...own, ...everyTableParts(filters), ...linked, ...written]);
}

/** The expression as a condition and in its normal form. @throws {FilterError} where it cannot be read */
export function readWhere(definition: TableDefinition, where: string): ParsedWhere {
  try {
    return parseWhere(where, definition);
  } catch (error) {
    throw error instanceof WhereError ? new FilterError(WHERE_FILTER, error.detail) : error;
  }
}

/** @param prefix of the parameters' names: the link and a dot, or nothing */
function filterParts(
  definition: TableDefinition,
  filter: FilterDefinition,
  filters: TableFilters,
  prefix: string,
): readonly Condition[] {
  const known = tableParameters(definition);
  const own = parametersOf(filter).filter(({ name }) => {
    // Two filters may have a parameter in common, such as a range and the numbers of one column.
    const isOwn = prefix !== '' || known.get(name)?.filter === filter;
    return isOwn && filters[`${prefix}${name}`] !== undefined;
  });
  if (own.length === 0) return [];
  const sentAs = (role: FilterParameter['role']): Value | undefined => {
    const parameter = own.find((one) => one.role === role);
    return parameter === undefined ? undefined : filters[`${prefix}${parameter.name}`];
  };
  const [is, isNot, has] = [sentAs('is'), sentAs('not'), sentAs('has')];
  return [
    ...(is === undefined ? [] : [testOf(filter, is)]),
    ...(isNot === undefined ? [] : [not(testOf(filter, isNot))]),
    ...between(filter, sentAs('from'), sentAs('to'), prefix),
    ...(has === undefined || !('column' in filter) ? [] : [presence(filter.column, has === 'true')]),
  ];
}

/** What the filter's own parameter asks. */
function testOf(filter: FilterDefinition, value: Value): Condition {
  const values = value === true ? [] : typeof value === 'string' ? [value] : value;
  switch (filter.kind) {
    case 'choice':
    case 'lookup':
      return { kind: 'equals', column: filter.column, values };
    case 'text':
      return textTest(filter, values);
    case 'search':
      return { kind: 'search', columns: filter.columns, text: values.join(' '), findsAddress: filter.key === MAIN_SEARCH };
    case 'range':
      return group(
        'any',
        values.map((name) => rangeTest(filter, name)),
      );
    case 'flag':
      return value === 'false' ? not({ kind: 'flag', filter }) : { kind: 'flag', filter };
    case 'numbers':
    case 'dates':
    case 'presence':
      return everything;
  }
}

function textTest({ column, match }: TextFilter, values: readonly string[]): Condition {
  switch (match) {
    case 'domain':
      return { kind: 'host', column, values };
    case 'equals':
      return { kind: 'equals', column, values };
    case 'parts':
      return { kind: 'parts', column, values };
  }
}

/** Up to, but not including, the upper end, except that the last range may include it. */
function rangeTest({ column, options, isLastClosed }: RangeFilter, name: string): Test {
  const { from, to } = readRange(name);
  const isClosed = isLastClosed === true && name === options.at(-1)?.value;
  return {
    kind: 'numbers',
    column,
    from: { value: from, isOpen: false },
    to: to === null ? null : { value: to, isOpen: !isClosed },
  };
}

function between(filter: FilterDefinition, from: Value | undefined, to: Value | undefined, prefix: string): readonly Condition[] {
  const [first, last] = [textOf(from), textOf(to)];
  if ((first === null && last === null) || !('column' in filter)) return [];
  const { column } = filter;
  if (filter.kind === 'dates') return [{ kind: 'days', column, from: first, to: last }];
  if (first !== null && last !== null && Number(first) > Number(last))
    throw new FilterError(`${prefix}${filter.key}_from`, `must not be above ${prefix}${filter.key}_to`);
  const end = (written: string | null) => (written === null ? null : { value: Number(written), isOpen: false });
  return [{ kind: 'numbers', column, from: end(first), to: end(last) }];
}

function everyTableParts(filters: TableFilters): readonly Condition[] {
  const parts: Condition[] = [];
  const texts = (name: string) => {
    const { [name]: value } = filters;
    return value === undefined || value === true ? null : [value].flat();
  };
  const [list, notList, tags, notTags] = [LIST_FILTER, NOT_LIST_FILTER, TAG_FILTER, NOT_TAG_FILTER].map(texts);
  for (const id of list ?? []) parts.push({ kind: 'list', id });
  for (const id of notList ?? []) parts.push(not({ kind: 'list', id }));
  if (tags) parts.push({ kind: 'tag', tags });
  if (notTags) parts.push(not({ kind: 'tag', tags: notTags }));
  parts.push(...either(filters[SAMPLE_FILTER], { kind: 'sample' }), ...either(filters[EXPORTED_FILTER], { kind: 'exported' }));
  parts.push(...either(filters[IN_CRM_FILTER], { kind: 'crm', by: 'record' }));
  const [owners, stages] = [CRM_OWNER_FILTER, CRM_STAGE_FILTER].map(texts);
  if (owners) parts.push({ kind: 'crm', by: 'owner', values: owners });
  if (stages) parts.push({ kind: 'crm', by: 'stage', values: stages });
  const { [UPDATED_AFTER]: after, [ROW_IDS]: ids } = filters;
  if (typeof after === 'string') parts.push({ kind: 'changed', after });
  if (typeof ids === 'object') parts.push({ kind: 'ids', ids });
  return parts;
}

function either(value: Value | undefined, test: Test): readonly Condition[] {
  return value === undefined ? [] : [value === 'false' ? not(test) : test];
}

/** All parameters of one link are about the same linked row. */
function linkParts(definition: TableDefinition, link: string, filters: TableFilters): readonly Condition[] {
  const prefix = `${link}.`;
  if (!Object.keys(filters).some((name) => name.startsWith(prefix))) return [];
  const own = new Set<FilterDefinition>();
  for (const parameter of tableParameters(definition).values())
    if (parameter.link === link && parameter.filter !== null) own.add(parameter.filter);
  const asked = [...own].flatMap((filter) => filterParts(definition, filter, filters, prefix));
  const any = filters[`${prefix}any`];
  const linked = (of: Condition): Test => ({ kind: 'linked', link, of });
  return [...(asked.length === 0 ? [] : [linked(group('all', asked))]), ...either(any, linked(everything))];
}

function presence(column: string, isFilled: boolean): Condition {
  const blank: Test = { kind: 'blank', column };
  return isFilled ? not(blank) : blank;
}

function textOf(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
