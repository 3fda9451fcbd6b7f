/** Filters of the list of collected people. Unset filters are an empty text, an empty list or false. */
import { profileFilters } from '@leadloom/shared/contract/people-choice';
import { MAX_TAG_LENGTH } from '@leadloom/shared/contract/tag-text';
import { type KnownMoments, momentOf, readChanged } from '../../../lib/changed/changed-choice.ts';

export interface PeopleFilters {
  readonly query: string;
  readonly country: string;
  readonly company: string;
  /** People who have all of them. */
  readonly tags: readonly string[];
  /** The id of a list; empty: any. */
  readonly list: string;
  readonly hasEmail: boolean;
  readonly isIncomplete: boolean;
  /** Chosen to be collected again. */
  readonly isRecollected: boolean;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly collectedAfter: string;
  readonly collectedBefore: string;
  /** When they must have been added or changed, as it was chosen (`changed-choice.ts`); empty: at any time. */
  readonly changed: string;
}

/** A range of days is one filter. */
export type PeopleFilterKey = Exclude<keyof PeopleFilters, 'collectedAfter' | 'collectedBefore'> | 'collected';

export const noFilters: PeopleFilters = {
  query: '',
  country: '',
  company: '',
  tags: [],
  list: '',
  hasEmail: false,
  isIncomplete: false,
  isRecollected: false,
  collectedAfter: '',
  collectedBefore: '',
  changed: '',
};

/** The number of tags that the server accepts in one text, with commas between them. */
export const TAG_FILTER_LIMIT = Math.floor(1000 / (MAX_TAG_LENGTH + 1));

/** Names in the address; unset filters are left out. */
export function toParameters(filters: PeopleFilters) {
  const { query, country, company, tags, list, hasEmail, isIncomplete, isRecollected, collectedAfter, collectedBefore } = filters;
  const { changed } = filters;
  return {
    ...(query === '' ? {} : { query }),
    ...(country === '' ? {} : { country }),
    ...(company === '' ? {} : { company }),
    ...(tags.length === 0 ? {} : { tags: tags.join(',') }),
    ...(list === '' ? {} : { list }),
    ...(hasEmail ? { with_email: 'true' as const } : {}),
    ...(isIncomplete ? { incomplete: 'true' as const } : {}),
    ...(isRecollected ? { collect_again: 'true' as const } : {}),
    ...(collectedAfter === '' ? {} : { collected_after: collectedAfter }),
    ...(collectedBefore === '' ? {} : { collected_before: collectedBefore }),
    ...(changed === '' ? {} : { updated_after: changed }),
  };
}

export type PeopleQuery = ReturnType<typeof toParameters>;

/** What a request sends: with the moment that "Changed" means. null: it is not known. */
export function toQuery(filters: PeopleFilters, known: KnownMoments): PeopleQuery | null {
  const moment = filters.changed === '' ? '' : momentOf(filters.changed, known);
  return moment === null ? null : toParameters({ ...filters, changed: moment });
}

/** An address can be edited by hand: values the server would refuse are left out. */
export function readParameters(parameters: URLSearchParams): PeopleFilters {
  const text = (name: keyof typeof profileFilters): string => {
    const value = (parameters.get(name) ?? '').toWellFormed().trim();
    return value !== '' && profileFilters[name].safeParse(value).success ? value : '';
  };
  const tags = (parameters.get('tags') ?? '').toWellFormed().split(',');
  const trimmed = tags.map((tag) => tag.trim()).filter((tag) => tag !== '' && tag.length <= MAX_TAG_LENGTH);
  return {
    query: text('query'),
    country: text('country'),
    company: text('company'),
    tags: [...new Set(trimmed)].slice(0, TAG_FILTER_LIMIT),
    list: text('list'),
    hasEmail: text('with_email') === 'true',
    isIncomplete: text('incomplete') === 'true',
    isRecollected: text('collect_again') === 'true',
    collectedAfter: text('collected_after'),
    collectedBefore: text('collected_before'),
    changed: readChanged(parameters.get('updated_after')) ?? '',
  };
}

/** A range of days counts once, even if both ends are set. */
export function countActive(filters: PeopleFilters): number {
  const { query, country, company, tags, list, hasEmail, isIncomplete, isRecollected, collectedAfter, collectedBefore } = filters;
  const texts = [query, country, company, collectedAfter + collectedBefore, list, filters.changed].filter((text) => text !== '');
  return texts.length + [tags.length > 0, hasEmail, isIncomplete, isRecollected].filter(Boolean).length;
}
