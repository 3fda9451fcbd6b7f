/** One request to LinkedIn in plain words. Pure. */
import type { LedgerEntry } from '../state/ledger-buckets.ts';

const endpointWords: Readonly<Record<string, string>> = {
  me: 'Sign-in check',
  profile: 'Profile',
  voyagerIdentityDashProfiles: 'Profile',
  voyagerIdentityDashProfileCards: 'Profile, cards',
  voyagerIdentityDashProfileComponents: 'Profile, one section',
  sections: 'Profile, one section',
  connections: 'Connections, one page',
  search: 'Search, one page',
  voyagerSearchDashClusters: 'Search, one page',
  company: 'Company',
  voyagerOrganizationDashCompanies: 'Company',
  typeahead: 'Location or company suggestions',
  voyagerSearchDashReusableTypeahead: 'Location or company suggestions',
};

const outcomeWords: Partial<Record<LedgerEntry['outcome'], string>> = {
  started: 'Sent, no answer received',
  ok: 'Answered',
  throttled: 'LinkedIn asked for a pause',
  challenged: 'LinkedIn asked for a human check',
  signed_out: 'Not signed in',
  redirected: 'Redirected, not followed',
  forbidden: 'Refused',
  not_found: 'Not found',
  stale_endpoint: 'Address no longer in use',
  upstream_error: 'LinkedIn’s server failed',
  not_json: 'Unreadable answer',
  too_large: 'Answer too large',
  timeout: 'No answer in time',
  offline: 'LinkedIn unreachable',
};

const meterWords: Readonly<Record<NonNullable<LedgerEntry['meter']>, string>> = {
  profiles: 'Profile',
  searchPages: 'Search page',
  lookups: 'Lookup',
};

export interface RequestWords {
  readonly endpoint: string;
  readonly outcome: string;
  /** Empty when it is free of charge. */
  readonly countedAs: string;
}

export function describeRequest({ endpoint, outcome, meter }: LedgerEntry): RequestWords {
  return {
    // Stored words of another version of the extension are shown as they are.
    endpoint: Object.hasOwn(endpointWords, endpoint) ? (endpointWords[endpoint] ?? endpoint) : endpoint,
    outcome: outcomeWords[outcome] ?? outcome,
    countedAs: meter === undefined ? '' : meterWords[meter],
  };
}
