/** The people an action is about. */

import type { EndpointInput } from '@leadloom/shared/contract/endpoint';
import type { tagProfiles } from '@leadloom/shared/contract/people-changes';

type Filters = NonNullable<EndpointInput<typeof tagProfiles>['body']['filters']>;

/** Some people by their ids, or all who match filters. */
export type ChosenPeople = { readonly ids: readonly string[] } | { readonly filters: Filters };

/** The chosen people as a request names them. */
export function bodyOf(chosen: ChosenPeople): { ids: string[] } | { filters: Filters } {
  return 'ids' in chosen ? { ids: [...chosen.ids] } : { filters: { ...chosen.filters } };
}
