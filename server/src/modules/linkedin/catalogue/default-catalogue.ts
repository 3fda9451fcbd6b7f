/**
 * The built-in endpoint catalogue: query ids and decorations that were last seen working. Those with a date come first,
 * newest first, and none is known to be refused. No kind has more than four: each one that LinkedIn no longer knows costs
 * a request (record 0086). Operators replace them with a file (`catalogue.ts`), without a release.
 */
import type { Catalogue, GraphqlCandidate, RestCandidate } from '@leadloom/shared/linkedin/catalogue';

const IDENTITY = 'com.linkedin.voyager.dash.deco.identity.profile';
const SEARCH = 'com.linkedin.voyager.dash.deco.search';

function rest(decorationId: string, capturedAt?: string): RestCandidate {
  return { kind: 'rest', decorationId, ...(capturedAt === undefined ? {} : { capturedAt }) };
}

function graphql(queryId: string, capturedAt?: string): GraphqlCandidate {
  return { kind: 'graphql', queryId, ...(capturedAt === undefined ? {} : { capturedAt }) };
}

export const defaultCatalogue: Catalogue = {
  version: 2,
  profile: [
    rest(`${IDENTITY}.FullProfileWithEntities-93`, '2026-10-02'),
    rest(`${IDENTITY}.FullProfileWithEntities-91`, '2026-10-02'),
    rest(`${IDENTITY}.FullProfileWithEntities-101`, '2026-08-30'),
    rest(`${IDENTITY}.FullProfileWithEntities-96`, '2026-08-28'),
  ],
  topCard: [
    rest(`${IDENTITY}.TopCardSupplementary-120`, '2026-03-01'),
    rest(`${IDENTITY}.TopCardSupplementary-128`),
    rest(`${IDENTITY}.TopCardSupplementary-166`),
    // This decoration is last, whatever its date: it has no counts. A profile without counts is better than none.
    rest(`${IDENTITY}.WebTopCardCore-19`, '2026-10-02'),
  ],
  contact: [rest(`${IDENTITY}.ProfileContactInfo-2`, '2026-10-02')],
  components: [
    graphql('voyagerIdentityDashProfileComponents.c5d4db426a0f8247b8ab7bc1d660775a', '2026-09-12'),
    graphql('voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835', '2026-09-08'),
    graphql('voyagerIdentityDashProfileComponents.86824295e1093fb0f5acdd8d57213aaa', '2026-08-30'),
    graphql('voyagerIdentityDashProfileComponents.277ba7d7b9afffb04683953cede751fb', '2025-06-01'),
  ],
  componentsPage: [
    graphql('voyagerIdentityDashProfileComponents.942ee340539e7b43ee193df3d6ec4be2', '2026-08-30'),
    graphql('voyagerIdentityDashProfileComponents.1ad109a952e36585fdc2e7c2dedcc357'),
  ],
  cards: [
    graphql('voyagerIdentityDashProfileCards.aec4c2601fac8c5f615c7630b8db1ab3', '2026-07-12'),
    graphql('voyagerIdentityDashProfileCards.664e2b2a3534d6b6c474102628a62128', '2026-05-13'),
    graphql('voyagerIdentityDashProfileCards.9ad2590cb61a073ad514922fa752f566', '2025-06-01'),
  ],
  connections: [rest('com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16', '2026-09-08')],
  search: [
    rest(`${SEARCH}.SearchClusterCollection-175`, '2026-10-02'),
    rest(`${SEARCH}.SearchClusterCollection-186`, '2026-10-02'),
    rest(`${SEARCH}.SearchClusterCollection-165`, '2026-10-02'),
    graphql('voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282', '2026-09-08'),
  ],
  company: [
    rest('com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12', '2026-09-08'),
    rest('com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-35'),
  ],
  typeahead: [
    rest(`${SEARCH}.typeahead.ReusableTypeaheadCollection-27`, '2026-10-02'),
    graphql('voyagerSearchDashReusableTypeahead.57a4fa1dd92d3266ed968fdbab2d7bf5', '2025-06-01'),
    graphql('voyagerSearchDashReusableTypeahead.b8f1adee2f8def6d50d4d54b2b8b4a76'),
    rest(`${SEARCH}.typeahead.ReusableTypeaheadCollection-28`),
  ],
};
