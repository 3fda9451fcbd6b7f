/**
 * The built-in endpoint catalogue: query ids and decorations that were last seen working, best first. LinkedIn changes
 * them from time to time. Operators replace them with a file (`catalogue.ts`), without a release.
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
  version: 1,
  profile: [
    rest(`${IDENTITY}.FullProfileWithEntities-93`, '2026-10-02'),
    rest(`${IDENTITY}.FullProfileWithEntities-91`, '2026-10-02'),
    rest(`${IDENTITY}.FullProfileWithEntities-101`, '2026-08-30'),
    rest(`${IDENTITY}.FullProfileWithEntities-109`, '2026-08-30'),
  ],
  topCard: [
    rest(`${IDENTITY}.TopCardSupplementary-120`, '2026-03-01'),
    rest(`${IDENTITY}.TopCardSupplementary-166`),
    rest(`${IDENTITY}.TopCardSupplementary-132`),
    rest(`${IDENTITY}.TopCardSupplementary-131`),
    rest(`${IDENTITY}.TopCardSupplementary-129`),
    rest(`${IDENTITY}.TopCardSupplementary-101`),
    // Has no counts, but a profile without counts is better than none.
    rest(`${IDENTITY}.WebTopCardCore-19`, '2026-10-02'),
    rest(`${IDENTITY}.WebTopCardCore-16`, '2026-08-27'),
  ],
  contact: [rest(`${IDENTITY}.ProfileContactInfo-2`, '2026-10-02')],
  components: [
    graphql('voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835', '2026-09-08'),
    graphql('voyagerIdentityDashProfileComponents.c5d4db426a0f8247b8ab7bc1d660775a', '2026-09-12'),
    graphql('voyagerIdentityDashProfileComponents.86824295e1093fb0f5acdd8d57213aaa', '2026-08-30'),
    graphql('voyagerIdentityDashProfileComponents.277ba7d7b9afffb04683953cede751fb', '2025-06-01'),
    graphql('voyagerIdentityDashProfileComponents.7af5d6f176f11583b382e37e5639e69e', '2025-02-01'),
  ],
  componentsPage: [
    graphql('voyagerIdentityDashProfileComponents.942ee340539e7b43ee193df3d6ec4be2', '2026-08-30'),
    graphql('voyagerIdentityDashProfileComponents.1ad109a952e36585fdc2e7c2dedcc357'),
  ],
  cards: [
    graphql('voyagerIdentityDashProfileCards.55af784c21dc8640b500ab5b45937064'),
    graphql('voyagerIdentityDashProfileCards.aec4c2601fac8c5f615c7630b8db1ab3'),
    graphql('voyagerIdentityDashProfileCards.d34fc34cd086009bd15b6768ac1a100e'),
    graphql('voyagerIdentityDashProfileCards.9ad2590cb61a073ad514922fa752f566', '2025-06-01'),
  ],
  connections: [rest('com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16', '2026-09-08')],
  search: [
    graphql('voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282', '2026-09-08'),
    rest(`${SEARCH}.SearchClusterCollection-175`, '2026-10-02'),
    rest(`${SEARCH}.SearchClusterCollection-186`, '2026-10-02'),
    rest(`${SEARCH}.SearchClusterCollection-165`, '2026-10-02'),
    graphql('voyagerSearchDashClusters.bb967969ef89137e6dec45d038310505', '2025-07-01'),
    graphql('voyagerSearchDashClusters.66adc6056cf4138949ca5dcb31bb1749', '2025-06-01'),
    graphql('voyagerSearchDashClusters.b0928897b71bd00a5a7291755dcd64f0', '2025-02-01'),
  ],
  company: [rest('com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12', '2026-09-08')],
  typeahead: [
    rest(`${SEARCH}.typeahead.ReusableTypeaheadCollection-27`, '2026-10-02'),
    graphql('voyagerSearchDashReusableTypeahead.57a4fa1dd92d3266ed968fdbab2d7bf5', '2025-06-01'),
    graphql('voyagerSearchDashReusableTypeahead.4c7caa85341b17b470153ad3d1a29caf'),
    graphql('voyagerSearchDashReusableTypeahead.54529a68d290553c6f24e28ab3448654'),
  ],
};
