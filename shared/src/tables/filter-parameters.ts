/**
 * The query parameters of a table's filters: their names, what each means for its filter, and the schema of its values.
 * `k` is the filter's key: `k` itself, `k_not`, `k_has`, `k_from` and `k_to`, for those kinds of filter that have them.
 */
import * as z from 'zod/mini';
import { isCalendarDay } from '../domain/calendar-day.ts';
import type { FilterDefinition, FilterOption, TableDefinition } from './define-table.ts';
import { FILTER_TEXT_LIMIT, FILTER_VALUES_LIMIT, PARTS_LIMIT, WHERE_LIMIT } from './filter-limits.ts';
import { linkedTable, linkNames } from './linked-tables.ts';
import { readSentOnce } from './list-values.ts';

/** A filter of every table: an expression of groups, combined with the other filters by "and". */
export const WHERE_FILTER = 'where';
/** A filter of every table: the id of a list of the account. */
export const LIST_FILTER = 'list';
export const NOT_LIST_FILTER = 'list_not';
/** A filter of every table: tags of the account, any of which a row must carry. */
export const TAG_FILTER = 'tag';
export const NOT_TAG_FILTER = 'tag_not';
/** A filter of every table: `true` for invented sample rows alone, `false` for the others. */
export const SAMPLE_FILTER = 'sample';
/** A filter of every table: whether a row was exported this month under the account's count. */
export const EXPORTED_FILTER = 'exported';
/** Filters of tables whose rows may have a record in a CRM: whether one is there, and its owner and stage. */
export const IN_CRM_FILTER = 'in_crm';
export const CRM_OWNER_FILTER = 'crm_owner';
export const CRM_STAGE_FILTER = 'crm_stage';
/** Of a link: whether there is a linked row at all. */
export const ANY_LINKED = 'any';

/** How a parameter's value is written. `choice`: `true` or `false`; `checked`: `true`, or no filter. */
export type ParameterForm = 'list' | 'text' | 'day' | 'number' | 'checked' | 'choice';

/** What a parameter says about its filter. */
export type ParameterRole = 'is' | 'not' | 'has' | 'from' | 'to' | 'any';

export interface FilterParameter {
  /** Name in the query, with the link in front where it is about linked rows: `company.country`. */
  readonly name: string;
  readonly form: ParameterForm;
  readonly role: ParameterRole;
  /** null: a filter of every table, or of a link itself. */
  readonly filter: FilterDefinition | null;
  /** null: about the rows themselves. */
  readonly link: string | null;
}

const ofEveryTable: readonly FilterParameter[] = [
  { name: WHERE_FILTER, form: 'text', role: 'is', filter: null, link: null },
  { name: LIST_FILTER, form: 'text', role: 'is', filter: null, link: null },
  { name: NOT_LIST_FILTER, form: 'text', role: 'not', filter: null, link: null },
  { name: TAG_FILTER, form: 'list', role: 'is', filter: null, link: null },
  { name: NOT_TAG_FILTER, form: 'list', role: 'not', filter: null, link: null },
  { name: SAMPLE_FILTER, form: 'choice', role: 'is', filter: null, link: null },
  { name: EXPORTED_FILTER, form: 'choice', role: 'is', filter: null, link: null },
];

const ofTablesInCrms: readonly FilterParameter[] = [
  { name: IN_CRM_FILTER, form: 'choice', role: 'is', filter: null, link: null },
  { name: CRM_OWNER_FILTER, form: 'list', role: 'is', filter: null, link: null },
  { name: CRM_STAGE_FILTER, form: 'list', role: 'is', filter: null, link: null },
];

/** The parameters of one filter. Those that it had before others were added come first. */
export function parametersOf(filter: FilterDefinition): readonly FilterParameter[] {
  const { key } = filter;
  const parameter = (name: string, form: ParameterForm, role: ParameterRole): FilterParameter => ({
    name,
    form,
    role,
    filter,
    link: null,
  });
  const has = parameter(`${key}_has`, 'choice', 'has');
  const numbers = [parameter(`${key}_from`, 'number', 'from'), parameter(`${key}_to`, 'number', 'to')];
  switch (filter.kind) {
    case 'choice':
    case 'lookup':
    case 'text':
      return [parameter(key, 'list', 'is'), parameter(`${key}_not`, 'list', 'not'), has];
    case 'search':
      return [parameter(key, 'text', 'is')];
    case 'range':
      return [parameter(key, filter.isMultiple ? 'list' : 'text', 'is'), ...numbers, has];
    case 'numbers':
      return [...numbers, has];
    case 'dates':
      return [parameter(filter.after, 'day', 'from'), parameter(filter.before, 'day', 'to'), has];
    case 'presence':
      return [has];
    case 'flag':
      return [parameter(key, filter.isEither === true ? 'choice' : 'checked', 'is'), parameter(`${key}_not`, 'checked', 'not')];
  }
}

/** The names of the parameters of one filter. */
export function parameterNames(filter: FilterDefinition): readonly string[] {
  return parametersOf(filter).map(({ name }) => name);
}

/** The conditions under which the values of a filter are counted: all but its own. @param filters by parameter */
export function filtersBeside<Value>(
  filter: FilterDefinition,
  filters: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const own = new Set(parameterNames(filter));
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !own.has(name)));
}

const known = new WeakMap<TableDefinition, ReadonlyMap<string, FilterParameter>>();

/**
 * Every parameter of a table's filters by its name: its own, those of every table, and those of linked rows. Of two filters with
 * a parameter in common, the earlier one has it.
 */
export function tableParameters(definition: TableDefinition): ReadonlyMap<string, FilterParameter> {
  const made = known.get(definition);
  if (made !== undefined) return made;
  const parameters = [
    ...definition.filters.flatMap(parametersOf),
    ...ofEveryTable.filter(({ name }) => definition.commonFilters?.includes(name) ?? true),
    ...(definition.crmRecord === undefined ? [] : ofTablesInCrms),
    ...linkNames(definition).flatMap((link) => linkedParameters(definition, link)),
  ];
  const named = new Map<string, FilterParameter>();
  for (const parameter of parameters) if (!named.has(parameter.name)) named.set(parameter.name, parameter);
  known.set(definition, named);
  return named;
}

/** A link leads one step: the linked rows' own links, and what is kept about them, are no parameters. */
function linkedParameters(definition: TableDefinition, link: string): readonly FilterParameter[] {
  const linked = linkedTable(definition, link);
  if (linked === null) return [];
  const any: FilterParameter = { name: `${link}.${ANY_LINKED}`, form: 'choice', role: 'any', filter: null, link };
  return [
    any,
    ...linked.filters.flatMap(parametersOf).map((parameter) => ({ ...parameter, name: `${link}.${parameter.name}`, link })),
  ];
}

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
const listId = z.string().check(z.regex(/^(?:[1-9]\d{0,14})?$/, 'must be the id of a list'));
const expression = z.string().check(
  z.trim(),
  z.maxLength(WHERE_LIMIT),
  z.refine((value) => value.isWellFormed(), 'must be well-formed text'),
);
/** A small number without an exponent, which the pattern would refuse when the filter is read again. */
function inDigits(value: number): string {
  const written = String(value);
  return written.includes('e') ? value.toFixed(15).replace(/\.?0+$/, '') : written;
}

/** In its shortest form, so that equal filters are equal as texts. */
const number = z.pipe(
  z.string().check(z.trim(), z.regex(/^(?:[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}))?$/, 'must be a number')),
  z.transform((written) => (written === '' ? '' : inDigits(Number(written) + 0))),
);

/** @param offered values that the filter offers; empty if it accepts any text @param most values at once */
const listOf = (item: typeof text, offered: readonly FilterOption[] = [], most = FILTER_VALUES_LIMIT) => {
  const names = new Set(offered.map(({ value }) => value));
  const spellings = new Map(offered.map(({ value }) => [value.toLowerCase(), value]));
  return z.pipe(
    z.union([
      z.array(item).check(z.maxLength(most)),
      z.pipe(
        z.string(),
        z.transform((joined: string, context) => {
          // Unless `continue` is set, a union reports only that the input is invalid.
          const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: joined, continue: true });
          const values = readSentOnce(joined, names);
          if (values.length > most) refuse(`must be ${most} values at most`);
          return values.slice(0, most).map((value) => {
            const read = item.safeParse(value);
            if (!read.success) refuse(read.error.issues[0]?.message ?? 'is not valid');
            return read.data ?? '';
          });
        }),
      ),
    ]),
    z.transform((values) => {
      // Case does not count; where the filter offers a value, its spelling is used, so that equal filters are equal.
      const spelled = values.map((value) => spellings.get(value.toLowerCase()) ?? value);
      return [...new Set(spelled.filter((value) => value !== ''))].sort();
    }),
  );
};
const texts = listOf(text);
const parts = listOf(text, [], PARTS_LIMIT);

/** The schema of a parameter's values. An empty text means that the parameter is absent. */
export function parameterSchema({ name, form, filter }: FilterParameter): z.ZodMiniType {
  if (name === WHERE_FILTER) return expression;
  if (name === LIST_FILTER || name === NOT_LIST_FILTER) return listId;
  switch (form) {
    case 'day':
      return day;
    case 'number':
      return number;
    case 'checked':
    case 'choice':
      return flag;
    case 'text':
      return filter?.kind === 'range' ? rangeName(filter.options) : text;
    case 'list':
      if (filter?.kind === 'choice') return listOf(text, filter.options);
      if (filter?.kind === 'text' && filter.match === 'parts') return parts;
      if (filter?.kind !== 'range') return texts;
      return listOf(
        text.check(z.refine((value) => rangeName(filter.options).safeParse(value).success, 'is not a range of this filter')),
        filter.options,
      );
  }
}

function rangeName(options: readonly FilterOption[]) {
  return z.enum(['', ...options.map((option) => option.value)]);
}
