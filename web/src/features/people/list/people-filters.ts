/** Filters of the list of collected people by their parameters, in one order, so that equal filters are equal as JSON. */
import { profileFilters } from '@leadloom/shared/contract/people-choice';
import { MAX_TAG_LENGTH } from '@leadloom/shared/contract/tag-text';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { CRM_OWNER_FILTER, CRM_STAGE_FILTER, IN_CRM_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { normalFilters, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { asRepeated } from '@leadloom/shared/tables/list-values';
import type { CrmChoice } from '../../../components/filter-fields/crm-text.ts';
import { type KnownMoments, momentOf, readChanged } from '../../../lib/changed/changed-choice.ts';

/** As those of a table; `tags` is a list, and `updated_after` as it was chosen (`changed-choice.ts`). What is absent filters nothing. */
export type PeopleFilters = TableFilters;
/** As a request and the address name them. */
export type PeopleQuery = Readonly<Record<string, string | string[]>>;
export type FilterValue = TableFilters[string];
/** @param isTyped by keys, so that more may follow */
export type SetFilter = (name: string, value: FilterValue, isTyped?: boolean) => void;

export const noFilters: PeopleFilters = {};

/** The number of tags that the server accepts in one text, with commas between them. */
export const TAG_FILTER_LIMIT = Math.floor(1000 / (MAX_TAG_LENGTH + 1));
export const ALL_TAGS = 'tags';

/** Those that came first stand first in the address. */
const first = 'query country company tags list with_email incomplete collect_again collected_after collected_before'.split(' ');
const schemas: Readonly<Record<string, (typeof profileFilters)[keyof typeof profileFilters] | undefined>> = profileFilters;
const names = [...new Set([...first, ...Object.keys(schemas)])];

/** Anything from outside: values the server would refuse are left out. */
export function readFilters(values: Readonly<Record<string, unknown>>): PeopleFilters {
  const read = names.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    if (name === ALL_TAGS) return readTags(value);
    if (name === UPDATED_AFTER) return Object.entries({ [name]: readChanged(value) ?? '' });
    const { data } = schemas[name]?.safeParse(typeof value === 'string' ? value.toWellFormed().trim() : value) ?? {};
    // A checkbox that asks for the others has a parameter of its own.
    const isOpposite = data === 'false' && names.includes(`${name}_not`);
    return Object.entries(normalFilters(collectedPeople, isOpposite ? { [`${name}_not`]: true } : { [name]: data }));
  });
  return Object.fromEntries(read.filter(([, value]) => value !== ''));
}

function readTags(value: unknown): [string, FilterValue][] {
  const tags = (Array.isArray(value) ? value : String(value).toWellFormed().split(',')).map((tag) => String(tag).trim());
  const known = [...new Set(tags)].filter((tag) => tag !== '' && tag.length <= MAX_TAG_LENGTH).slice(0, TAG_FILTER_LIMIT);
  return known.length === 0 ? [] : [[ALL_TAGS, known]];
}

export function readParameters(parameters: URLSearchParams): PeopleFilters {
  const entries = [...new Set(parameters.keys())].map((name) => {
    const sent = parameters.getAll(name);
    return [name, sent.length === 1 ? sent[0] : sent];
  });
  return readFilters(Object.fromEntries(entries));
}

/** Names in the address; unset filters are left out. */
export function toParameters(filters: PeopleFilters): PeopleQuery {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (typeof value !== 'object') return [name, String(value)];
      const sent = name === ALL_TAGS ? [value.join(',')] : asRepeated(value);
      return [name, sent.length === 1 ? (sent[0] ?? '') : [...sent]];
    }),
  );
}

/** What is asked for: with the moment that "Changed" means. null: it is not known. */
export function requestedFilters(filters: PeopleFilters, known: KnownMoments): PeopleFilters | null {
  const changed = textValue(filters, UPDATED_AFTER);
  if (changed === '') return filters;
  const moment = momentOf(changed, known);
  return moment === null ? null : { ...filters, [UPDATED_AFTER]: moment };
}

export function withoutList({ list: _, ...others }: PeopleFilters): PeopleFilters {
  return others;
}

export function textValue(filters: PeopleFilters, name: string): string {
  const value = filters[name];
  return typeof value === 'string' ? value : '';
}

const noValues: readonly string[] = [];

/** The same list as long as the filters are the same. */
export function listValue(filters: PeopleFilters, name: string): readonly string[] {
  const value = filters[name];
  return typeof value === 'object' ? value : noValues;
}

/** What is chosen of the CRM. */
export function crmChoice(filters: PeopleFilters): CrmChoice {
  return {
    inCrm: textValue(filters, IN_CRM_FILTER),
    owners: listValue(filters, CRM_OWNER_FILTER),
    stages: listValue(filters, CRM_STAGE_FILTER),
  };
}
