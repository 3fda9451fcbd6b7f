/** The values and the meaning of a table's filter parameters, read from the table's definition. Pure. */
import type { ChoiceFilter, FilterDefinition, RangeFilter, TableDefinition, TextFilter } from '../tables/define-table.ts';
import { ANY_LINKED, parametersOf, tableParameters } from '../tables/filter-parameters.ts';
import { linkedTable, linkNames } from '../tables/linked-tables.ts';
import type { JsonSchema } from './json-schema.ts';

export interface FilterParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly text: string;
}

/** Those of the table itself, and those of linked rows, which have the link in front: `company.country`. */
export function describeFilters(definition: TableDefinition): readonly FilterParameter[] {
  const linked = linkNames(definition).flatMap((link) => describeLink(definition, link));
  return [...ownFilters(definition), ...linked];
}

/** Whether a parameter is about linked rows. */
export function isOfLink(name: string): boolean {
  return name.includes('.');
}

function ownFilters(definition: TableDefinition): readonly FilterParameter[] {
  return definition.filters.flatMap((filter) => [
    ...describeFilter(definition, filter),
    ...derivedParameters(definition, filter),
  ]);
}

function describeLink(definition: TableDefinition, link: string): readonly FilterParameter[] {
  const linked = linkedTable(definition, link);
  if (linked === null) return [];
  const rows = `a linked row of ${linked.title}`;
  return [
    { name: `${link}.${ANY_LINKED}`, schema: { type: 'boolean' }, text: `Only rows with ${rows} (true), or without (false).` },
    ...ownFilters(linked).map(({ name, schema, text }) => ({ name: `${link}.${name}`, schema, text: `Of ${rows}: ${text}` })),
  ];
}

/** Negation, presence, and the ends of numbers. */
function derivedParameters(definition: TableDefinition, filter: FilterDefinition): readonly FilterParameter[] {
  const { label } = filter;
  return parametersOf(filter).flatMap(({ name, role, form }) => {
    if (tableParameters(definition).get(name)?.filter !== filter) return [];
    if (role === 'not' && form === 'checked')
      return [{ name, schema: { type: 'boolean' }, text: `Only rows for which \`${filter.key}\` does not hold.` }];
    if (role === 'not')
      return [{ name, schema: listOf({ type: 'string' }), text: `${label} is none of these; rows without a value stay.` }];
    if (role === 'has')
      return [{ name, schema: { type: 'boolean' }, text: `Only rows where ${label} has a value (true), or is blank (false).` }];
    if (form !== 'number') return [];
    const end = role === 'from' ? 'at least' : 'at most';
    return [{ name, schema: { type: 'number' }, text: `${label} is ${end} this${numberUnit(definition, filter)}.` }];
  });
}

/** What a number of the filter's column is, where that is not plain. */
function numberUnit({ columns }: TableDefinition, filter: FilterDefinition): string {
  const column = 'column' in filter ? columns.find(({ field }) => field === filter.column) : undefined;
  if (column?.kind === 'money') return ', in millions of dollars';
  return column?.rangeField === undefined ? '' : '; a range counts where it overlaps';
}

function describeFilter(definition: TableDefinition, filter: FilterDefinition): readonly FilterParameter[] {
  const header = (field: string): string =>
    definition.columns.find((column) => column.field === field)?.headerName.replace(/ \(.*\)$/, '') ?? field;
  const anyOf = (fields: readonly string[]): string => inWords(fields.map(header), 'or');
  const isList = (field: string): boolean =>
    definition.columns.some((column) => column.field === field && column.kind === 'list');
  const name = filter.key;
  switch (filter.kind) {
    case 'choice': {
      const verb = isList(filter.column) ? 'holds' : 'is';
      const more = filter.isOpen ? ` More: \`/table/${definition.name}/options\`.` : '';
      return [{ name, schema: listOf(choiceItem(filter)), text: `${header(filter.column)} ${verb} any of these.${more}` }];
    }
    case 'lookup': {
      const verb = isList(filter.column) ? 'holds' : 'is';
      return [
        {
          name,
          schema: listOf({ type: 'string' }),
          text: `${header(filter.column)} ${verb} any of these. Suggestions: \`GET ${filter.optionsUrl}\`.`,
        },
      ];
    }
    case 'text': {
      return [{ name, schema: listOf({ type: 'string' }), text: `${header(filter.column)} ${textMatches[filter.match]}.` }];
    }
    case 'search':
      return [
        {
          name,
          schema: { type: 'string' },
          text: `Words to search for. Each must start a word in ${anyOf(filter.columns)}. \`"two words"\` is a phrase, \`-word\` excludes, \`OR\` stands between alternatives.`,
        },
      ];
    case 'range':
      return [{ name, schema: rangeSchema(filter), text: rangeText(header(filter.column), filter) }];
    case 'dates': {
      const day: JsonSchema = { type: 'string', format: 'date' };
      return [
        { name: filter.after, schema: day, text: `${header(filter.column)} is on or after this day, in UTC.` },
        { name: filter.before, schema: day, text: `${header(filter.column)} is on or before this day, in UTC.` },
      ];
    }
    case 'numbers':
    case 'presence':
      return [];
    case 'flag': {
      const { condition } = filter;
      const schema: JsonSchema = { type: 'boolean' };
      if ('anyPresent' in condition) return [{ name, schema, text: `Only rows with ${anyOf(condition.anyPresent)}.` }];
      if ('isTrue' in condition) return [{ name, schema, text: `Only rows where ${header(condition.isTrue)} is true.` }];
      return [{ name, schema, text: `Only rows with ${header(condition.isPositive)} above 0.` }];
    }
  }
}

const textMatches: Readonly<Record<TextFilter['match'], string>> = {
  domain: 'is on any of these domains, such as `example.com`',
  equals: 'is any of these; case is ignored',
  parts: 'has every word of any of these, each at least as a part of a word; case and accents are ignored',
};

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** An open list names its known values and accepts any other. */
function choiceItem({ options, isOpen }: ChoiceFilter): JsonSchema {
  if (options.length === 0) return { type: 'string' };
  const known: JsonSchema = { type: 'string', enum: options.map(({ value }) => value) };
  return isOpen ? { anyOf: [known, { type: 'string' }] } : known;
}

function rangeSchema({ options, isMultiple }: RangeFilter): JsonSchema {
  const item: JsonSchema = { type: 'string', enum: options.map(({ value }) => value) };
  return isMultiple ? listOf(item) : item;
}

function rangeText(header: string, { isMultiple, isLastClosed }: RangeFilter): string {
  const which = isMultiple ? 'any of these ranges' : 'this range';
  const end = isLastClosed ? 'the last range includes its upper end' : 'the upper end is excluded';
  return `${header} is in ${which}; ${end}.`;
}

function inWords(names: readonly string[], word: 'or' | 'and'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
