import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchParams, searchParamsSchema } from '../contract/linkedin.ts';
import { anyCharacter } from '../testing/any-character.ts';
import * as build from './build-url.ts';
import type { Candidate, GraphqlCandidate, RestCandidate } from './catalogue.ts';
import { judgeLinkedInUrl, sectionResources } from './endpoint-grammar.ts';

const hash = fc.stringMatching(/^[0-9a-f]{32}$/);
const graphqlCandidate = (resource: string): fc.Arbitrary<GraphqlCandidate> =>
  hash.map((hex) => ({ kind: 'graphql', queryId: `${resource}.${hex}` }));
const restCandidate = (family: string): fc.Arbitrary<RestCandidate> =>
  fc.stringMatching(/^[A-Z][A-Za-z]{2,30}-\d{1,4}$/).map((name) => ({ kind: 'rest', decorationId: `${family}.${name}` }));

const PROFILE_FAMILY = 'com.linkedin.voyager.dash.deco.identity.profile';
const slug = fc.stringMatching(/^[\p{L}\p{N}-]{1,100}$/u);
const memberId = fc.stringMatching(/^ACoAA[A-Za-z0-9_-]{5,40}$/);
/** Anything a person can type: well-formed text, including line breaks and control characters. */
const typed = (maxLength: number) => fc.string({ unit: anyCharacter, maxLength });
const ids = fc.array(fc.stringMatching(/^\d{1,12}$/), { maxLength: 50 });

const searchParams: fc.Arbitrary<SearchParams> = fc.record({
  page: fc.integer({ min: 1, max: 100 }),
  peopleSearchQuery: typed(250),
  locationIds: ids,
  currentCompanyIds: ids,
  pastCompanyIds: ids,
  connectionId: fc.option(memberId),
  connectionOrders: fc.uniqueArray(fc.constantFrom('F', 'S', 'O')),
  industryIds: ids,
  jobId: fc.constant(null),
  searchId: fc.constant(null),
});

function expectAllowed(url: string, endpoint: string) {
  expect(judgeLinkedInUrl(url)).toMatchObject({ ok: true, href: url, endpoint });
}

describe('every address we build is on the allow-list', () => {
  it('every profile address we build is on the allow-list', () => {
    fc.assert(
      fc.property(restCandidate(PROFILE_FAMILY), fc.oneof(slug, memberId), (candidate, identity) =>
        expectAllowed(build.buildProfileUrl(candidate, identity), 'profile'),
      ),
    );
  });

  it('every connections address we build is on the allow-list', () => {
    fc.assert(
      fc.property(
        restCandidate('com.linkedin.voyager.dash.deco.web.mynetwork'),
        fc.integer({ min: 1, max: 1000 }),
        (candidate, page) => expectAllowed(build.buildConnectionsUrl(candidate, page), 'connections'),
      ),
    );
  });

  it('every company address we build is on the allow-list', () => {
    fc.assert(
      fc.property(
        restCandidate('com.linkedin.voyager.deco.organization.web'),
        fc.stringMatching(/^[\p{L}\p{N}_.&'-]{1,100}$/u),
        (candidate, name) => expectAllowed(build.buildCompanyUrl(candidate, name), 'company'),
      ),
    );
  });

  it('every section address we build is on the allow-list', () => {
    fc.assert(
      fc.property(
        graphqlCandidate('voyagerIdentityDashProfileComponents'),
        memberId,
        fc.constantFrom('experience', 'education', 'skills'),
        fc.integer({ min: 0, max: 500 }),
        (candidate, profileId, section, start) => {
          expectAllowed(build.buildComponentsUrl(candidate, profileId, section), 'voyagerIdentityDashProfileComponents');
          const nextPage = build.buildComponentsPageUrl(candidate, build.experienceListUrn(profileId), start);
          expectAllowed(nextPage, 'voyagerIdentityDashProfileComponents');
        },
      ),
    );
  });

  it('every address of typed rows we build is on the allow-list, and counts as the member it names', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sectionResources),
        fc.stringMatching(/^[A-Za-z0-9_-]{1,100}$/),
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 1, max: build.SECTION_PAGE_SIZE }),
        (resource, profileId, start, count) => {
          const url = build.buildSectionsUrl(resource, profileId, start, count);
          expectAllowed(url, 'sections');
          expect(judgeLinkedInUrl(url)).toMatchObject({ meter: { kind: 'profiles', subject: { kind: 'id', value: profileId } } });
        },
      ),
    );
  });

  it('no address of typed rows is allowed beyond its bounds', () => {
    const outside = fc.oneof(
      fc.record({ start: fc.integer({ min: 0, max: 999 }), count: fc.oneof(fc.integer({ min: 101 }), fc.integer({ max: 0 })) }),
      fc.record({
        start: fc.oneof(fc.integer({ min: 1_000 }), fc.integer({ max: -1 })),
        count: fc.integer({ min: 1, max: 100 }),
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...sectionResources), memberId, outside, (resource, profileId, { start, count }) => {
        expect(judgeLinkedInUrl(build.buildSectionsUrl(resource, profileId, start, count)).ok).toBe(false);
      }),
    );
  });

  it('a member id with any other character is refused, however it is encoded', () => {
    const other = typed(40).filter((text) => !/^[A-Za-z0-9_-]*$/.test(text));
    fc.assert(
      fc.property(fc.constantFrom(...sectionResources), memberId, other, fc.boolean(), (resource, profileId, text, isFirst) => {
        const url = build.buildSectionsUrl(resource, isFirst ? text + profileId : profileId + text, 0, 100);
        expect(judgeLinkedInUrl(url).ok).toBe(false);
      }),
    );
  });

  it('every cards address we build is on the allow-list', () => {
    fc.assert(
      fc.property(graphqlCandidate('voyagerIdentityDashProfileCards'), memberId, (candidate, profileId) =>
        expectAllowed(build.buildCardsUrl(candidate, profileId), 'voyagerIdentityDashProfileCards'),
      ),
    );
  });

  it('every search address we build is on the allow-list, with any text and filters', () => {
    const candidate: fc.Arbitrary<Candidate> = fc.oneof(
      graphqlCandidate('voyagerSearchDashClusters'),
      restCandidate('com.linkedin.voyager.dash.deco.search'),
    );
    fc.assert(
      fc.property(candidate, searchParams, (chosen, params) =>
        expectAllowed(build.buildSearchUrl(chosen, params), chosen.kind === 'rest' ? 'search' : 'voyagerSearchDashClusters'),
      ),
    );
  });

  it('every suggestions address we build is on the allow-list, for any text that is not blank', () => {
    const candidate: fc.Arbitrary<Candidate> = fc.oneof(
      graphqlCandidate('voyagerSearchDashReusableTypeahead'),
      restCandidate('com.linkedin.voyager.dash.deco.search.typeahead'),
    );
    const keywords = typed(100).filter((text) => text.replace(/[\p{Cc}\s]/gu, '') !== '');
    fc.assert(
      fc.property(candidate, fc.constantFrom('GEO', 'COMPANY'), keywords, (chosen, type, text) =>
        expectAllowed(
          build.buildTypeaheadUrl(chosen, type, text),
          chosen.kind === 'rest' ? 'typeahead' : 'voyagerSearchDashReusableTypeahead',
        ),
      ),
    );
  });

  it('quotes, brackets and commas of a search stay text, not structure', () => {
    const candidate: GraphqlCandidate = { kind: 'graphql', queryId: `voyagerSearchDashClusters.${'a'.repeat(32)}` };
    const url = build.buildSearchUrl(candidate, {
      page: 1,
      peopleSearchQuery: '"head of" (supply, logistics):List(x)\n100%',
      locationIds: [],
      currentCompanyIds: [],
      pastCompanyIds: [],
      connectionId: null,
      connectionOrders: [],
      industryIds: [],
      jobId: null,
      searchId: null,
    });
    expectAllowed(url, 'voyagerSearchDashClusters');
    expect(url).toContain('keywords:%22head%20of%22%20%28supply%2C%20logistics%29%3AList%28x%29%20100%25,');
  });

  it('the numbers of one place and of others are searched together, in both forms', () => {
    const params = searchParamsSchema.parse({
      page: 1,
      peopleSearchQuery: 'pilot',
      locationIds: ['90009712', '102145132', '106967730'],
    });
    const graphql = build.buildSearchUrl({ kind: 'graphql', queryId: `voyagerSearchDashClusters.${'a'.repeat(32)}` }, params);
    expectAllowed(graphql, 'voyagerSearchDashClusters');
    expect(graphql).toContain('(key:geoUrn,value:List(90009712,102145132,106967730))');
    const decorationId = 'com.linkedin.voyager.dash.deco.search.SearchClusterCollection-165';
    const rest = build.buildSearchUrl({ kind: 'rest', decorationId }, params);
    expectAllowed(rest, 'search');
    expect(rest).toContain('geoUrn:List(90009712,102145132,106967730)');
  });
});
