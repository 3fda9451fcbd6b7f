/** What counts collected people, for their fields and for charts. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { listProfileFacets, summarizeProfiles } from '@leadloom/shared/contract/profile-facets';
import type { CountSource } from '../../../components/filter-fields/use-value-counts.ts';
import { call } from '../../../lib/api-client/call.ts';
import type { SummarySource } from '../../../lib/charts/use-summary.ts';
import { type PeopleQuery, toParameters } from './people-filters.ts';

export const peopleCounts: CountSource<PeopleQuery[string]> = {
  key: COLLECTED_PEOPLE,
  ask: (filters, of, narrowed, signal) => call(listProfileFacets, { query: { ...filters, of: [of], ...narrowed } }, { signal }),
};

export const peopleSummaries: SummarySource = {
  key: COLLECTED_PEOPLE,
  ask: (filters, query, signal) => call(summarizeProfiles, { query: { ...toParameters(filters), ...query } }, { signal }),
};
