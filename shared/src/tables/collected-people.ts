/**
 * The filters of collected people, as those of a table: their parameters and meaning are derived in the same way. The people
 * themselves are no data table: each account has its own, and the columns are parts of what was collected.
 */
import { defineTable } from './define-table.ts';
import { LIST_FILTER, NOT_LIST_FILTER, NOT_TAG_FILTER } from './filter-parameters.ts';

/** The filter by the member who collected somebody first. It says nothing in a personal workspace. */
export const COLLECTED_BY = 'collected_by';

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
    { field: 'collected_by', headerName: 'Collected by', kind: 'text' },
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
    { kind: 'choice', key: 'country', label: 'Country', column: 'country', options: [] },
    {
      kind: 'dates',
      key: 'collected',
      label: 'Collected',
      column: 'collected_at',
      after: 'collected_after',
      before: 'collected_before',
    },
    // The email of a member, or `FORMER_MEMBER`; blank in a personal workspace.
    { kind: 'choice', key: COLLECTED_BY, label: 'Collected by', column: 'collected_by', options: [] },
    { kind: 'flag', key: 'with_email', label: 'With email', isEither: true, condition: { anyPresent: ['email'] } },
    { kind: 'text', key: 'past_company', label: 'Past company', column: 'past_companies', match: 'parts' },
    { kind: 'text', key: 'school', label: 'School', column: 'schools', match: 'parts' },
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
  crmRecord: { object: 'contacts', by: 'email', column: 'email' },
  defaultSort: 'collected_at',
  canonicalKey: [{ linkOf: 'profile_url' }],
});
