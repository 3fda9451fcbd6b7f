/**
 * The filters of collected people, as those of a table: their parameters and meaning are derived in the same way. The people
 * themselves are no data table: each account has its own, and the columns are parts of what was collected.
 */
import { type Condition, group, nothing } from './conditions/condition.ts';
import { filterCondition } from './conditions/filter-condition.ts';
import { defineTable } from './define-table.ts';
import { LIST_FILTER, NOT_LIST_FILTER, NOT_TAG_FILTER } from './filter-parameters.ts';
import { normalFilters, UPDATED_AFTER } from './filter-query.ts';

/** Tags, separated by commas, all of which a person must have. */
const ALL_TAGS = 'tags';
/** More than a person can have, in any spelling. */
const MAX_TAGS_ASKED = 100;

export const collectedPeople = defineTable({
  name: 'collected-people',
  title: 'Collected people',
  isGated: false,
  waitsForAccount: true,
  readsAddress: true,
  columns: [
    { field: 'full_name', headerName: 'Name', kind: 'text' },
    { field: 'headline', headerName: 'Headline', kind: 'text' },
    { field: 'title', headerName: 'Title', kind: 'text' },
    { field: 'company_name', headerName: 'Company', kind: 'text' },
    { field: 'past_companies', headerName: 'Past company', kind: 'list' },
    { field: 'schools', headerName: 'School', kind: 'list' },
    { field: 'location', headerName: 'Location', kind: 'text' },
    { field: 'country', headerName: 'Country', kind: 'text' },
    { field: 'email', headerName: 'Email', kind: 'email' },
    { field: 'connection_count', headerName: 'Connections', kind: 'integer' },
    { field: 'follower_count', headerName: 'Followers', kind: 'integer' },
    { field: 'collected_at', headerName: 'Collected', kind: 'time' },
    { field: 'is_incomplete', headerName: 'Incomplete', kind: 'boolean' },
    { field: 'is_recollected', headerName: 'To be collected again', kind: 'boolean' },
  ],
  filters: [
    {
      kind: 'search',
      key: 'query',
      label: 'Search',
      columns: ['full_name', 'headline', 'company_name', 'location', 'email'],
    },
    { kind: 'text', key: 'title', label: 'Title', column: 'title', match: 'parts' },
    { kind: 'text', key: 'company', label: 'Company', column: 'company_name', match: 'parts' },
    { kind: 'text', key: 'past_company', label: 'Past company', column: 'past_companies', match: 'parts' },
    { kind: 'text', key: 'school', label: 'School', column: 'schools', match: 'parts' },
    { kind: 'choice', key: 'country', label: 'Country', column: 'country', options: [], isOpen: true },
    {
      kind: 'dates',
      key: 'collected',
      label: 'Collected',
      column: 'collected_at',
      after: 'collected_after',
      before: 'collected_before',
    },
    { kind: 'flag', key: 'with_email', label: 'With email', isEither: true, condition: { anyPresent: ['email'] } },
    { kind: 'flag', key: 'incomplete', label: 'Incomplete profiles', isEither: true, condition: { isTrue: 'is_incomplete' } },
    {
      kind: 'flag',
      key: 'collect_again',
      label: 'To be collected again',
      isEither: true,
      condition: { isTrue: 'is_recollected' },
    },
    { kind: 'numbers', key: 'follower_count', label: 'Followers', column: 'follower_count' },
    { kind: 'numbers', key: 'connection_count', label: 'Connections', column: 'connection_count' },
  ],
  commonFilters: [LIST_FILTER, NOT_LIST_FILTER, NOT_TAG_FILTER],
  defaultSort: 'collected_at',
  canonicalKey: [{ linkOf: 'profile_url' }],
});

/**
 * The filters as one condition. Parameters with an empty text are absent.
 * @param filters as they passed the schema of the endpoint
 * @throws {FilterError} where a parameter contradicts another
 */
export function collectedPeopleCondition(filters: Readonly<Record<string, unknown>>): Condition {
  const { [ALL_TAGS]: tags, [UPDATED_AFTER]: after, query, ...others } = filters;
  const search = typeof query === 'string' ? { query: query.trim() } : {};
  const changed = typeof after === 'string' ? { [UPDATED_AFTER]: after } : {};
  return group('all', [
    filterCondition(collectedPeople, { ...normalFilters(collectedPeople, { ...others, ...search }), ...changed }),
    ...(typeof tags === 'string' ? [withAllTags(tags)] : []),
  ]);
}

function withAllTags(text: string): Condition {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  // Nobody has that many.
  if (tags.length > MAX_TAGS_ASKED) return nothing;
  return group(
    'all',
    tags.map((tag) => ({ kind: 'tag', tags: [tag] })),
  );
}
