/**
 * The query ids and decorations the stand-in knows. They rotate on the real side, so a test may replace them while it runs.
 * They are apart from the server's own catalogue: were they one list, neither could be wrong.
 */
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';

export interface Accepted {
  readonly queryIds: ReadonlySet<string>;
  readonly decorations: ReadonlySet<string>;
  /** Query ids that are registered for other clients: the normalized dialect gives 500. */
  readonly plainOnly: ReadonlySet<string>;
  /** Components queries that take a list's address instead of a section's name. */
  readonly listQueries: ReadonlySet<string>;
}

/** Queries about members that do not answer a top card. */
export const contactQueries: ReadonlySet<string> = new Set([
  'voyagerIdentityDashProfiles.c7452e58fa37646d09dae4920fc5b4b9',
  'voyagerIdentityDashProfiles.13618f886ce95bf503079f49245fbd6f',
]);
export const stubQueries: ReadonlySet<string> = new Set(['voyagerIdentityDashProfiles.b5c27c04968c409fc0ed3546575b9b7a']);

const listQueries = [
  'voyagerIdentityDashProfileComponents.942ee340539e7b43ee193df3d6ec4be2',
  'voyagerIdentityDashProfileComponents.1ad109a952e36585fdc2e7c2dedcc357',
];

const queryIds = [
  ...contactQueries,
  ...stubQueries,
  ...listQueries,
  'voyagerIdentityDashProfiles.a1a483e719b20537a256b6853cdca711',
  'voyagerIdentityDashProfiles.ee32334d3bd69a1900a077b5451c646a',
  'voyagerIdentityDashProfiles.34ead06db82a2cc9a778fac97f69ad6a',
  'voyagerIdentityDashProfiles.da93c92bffce3da586a992376e42a305',
  'voyagerIdentityDashProfileCards.55af784c21dc8640b500ab5b45937064',
  'voyagerIdentityDashProfileCards.664e2b2a3534d6b6c474102628a62128',
  'voyagerIdentityDashProfileCards.aec4c2601fac8c5f615c7630b8db1ab3',
  'voyagerIdentityDashProfileCards.d34fc34cd086009bd15b6768ac1a100e',
  'voyagerIdentityDashProfileCards.9ad2590cb61a073ad514922fa752f566',
  'voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835',
  'voyagerIdentityDashProfileComponents.c5d4db426a0f8247b8ab7bc1d660775a',
  'voyagerIdentityDashProfileComponents.86824295e1093fb0f5acdd8d57213aaa',
  'voyagerIdentityDashProfileComponents.277ba7d7b9afffb04683953cede751fb',
  'voyagerIdentityDashProfileComponents.7af5d6f176f11583b382e37e5639e69e',
  'voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282',
  'voyagerSearchDashClusters.66adc6056cf4138949ca5dcb31bb1749',
  'voyagerSearchDashClusters.bb967969ef89137e6dec45d038310505',
  'voyagerSearchDashReusableTypeahead.57a4fa1dd92d3266ed968fdbab2d7bf5',
  'voyagerSearchDashReusableTypeahead.b8f1adee2f8def6d50d4d54b2b8b4a76',
  'voyagerSearchDashReusableTypeahead.4c7caa85341b17b470153ad3d1a29caf',
  'voyagerSearchDashReusableTypeahead.54529a68d290553c6f24e28ab3448654',
  'voyagerOrganizationDashCompanies.3ffd865170edb9221ae387112762de30',
];

const identity = 'com.linkedin.voyager.dash.deco.identity.profile';
const search = 'com.linkedin.voyager.dash.deco.search';
const decorations = [
  ...[91, 93, 96, 101, 109].map((number) => `${identity}.FullProfileWithEntities-${number}`),
  ...[16, 19].map((number) => `${identity}.WebTopCardCore-${number}`),
  ...[101, 120, 128, 129, 131, 132, 166].map((number) => `${identity}.TopCardSupplementary-${number}`),
  `${identity}.FullProfile-76`,
  `${identity}.ProfileContactInfo-2`,
  'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
  ...[92, 165, 175, 186].map((number) => `${search}.SearchClusterCollection-${number}`),
  ...[27, 28].map((number) => `${search}.typeahead.ReusableTypeaheadCollection-${number}`),
  ...[12, 35].map((number) => `com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-${number}`),
];

/** Rows of this old decoration hang under `results`. */
export const LAST_DECORATION_WITH_RESULTS = 100;

export const defaultAccepted: Accepted = {
  queryIds: new Set(queryIds),
  decorations: new Set(decorations),
  plainOnly: new Set(),
  listQueries: new Set(listQueries),
};

/** What a catalogue names, and nothing else. */
export function acceptedOf(catalogue: Catalogue): Accepted {
  const { version: _version, limits: _limits, ...resources } = catalogue;
  const candidates = Object.values(resources).flat();
  const graphql = candidates.filter((candidate) => candidate.kind === 'graphql');
  return {
    queryIds: new Set(graphql.map((candidate) => candidate.queryId)),
    decorations: new Set(candidates.flatMap((candidate) => (candidate.kind === 'rest' ? [candidate.decorationId] : []))),
    plainOnly: new Set(graphql.filter((candidate) => candidate.plain === true).map((candidate) => candidate.queryId)),
    listQueries: new Set(catalogue.componentsPage.map((candidate) => candidate.queryId)),
  };
}
