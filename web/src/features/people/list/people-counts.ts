/** What counts collected people for their fields. */
import { listProfileFacets } from '@leadloom/shared/contract/profile-facets';
import type { CountSource } from '../../../components/filter-fields/use-value-counts.ts';
import { call } from '../../../lib/api-client/call.ts';
import type { PeopleQuery } from './people-filters.ts';

export const peopleCounts: CountSource<PeopleQuery[string]> = {
  key: 'collected-people',
  ask: (filters, of, narrowed, signal) => call(listProfileFacets, { query: { ...filters, of: [of], ...narrowed } }, { signal }),
};
