/**
 * Builds the addresses of LinkedIn's endpoints from catalogue candidates. Every address built here passes
 * `judgeLinkedInUrl`; a property test checks that.
 */
import type { SearchParams } from '../contract/linkedin.ts';
import type { Candidate, GraphqlCandidate, RestCandidate } from './catalogue.ts';
import type { SectionResource } from './endpoint-grammar.ts';
import { encodeRestLi, encodeRestLiValue, type RestLiValue } from './rest-li.ts';

const BASE = 'https://www.linkedin.com/voyager/api';
export const CONNECTIONS_PAGE_SIZE = 40;
export const SEARCH_PAGE_SIZE = 10;
export const COMPONENTS_PAGE_SIZE = 10;
/** The most rows of a section that one request may ask for. */
export const SECTION_PAGE_SIZE = 100;
/** Pasted text contains tabs and line breaks; the grammar allows spaces only. */
const CONTROL_OR_SPACE = /[\p{Cc}\s]+/gu;

/** The signed-in member themselves. */
export function buildMeUrl(): string {
  return `${BASE}/me`;
}

/** @param identity a public identifier or a bare member id (`ACoAA…`), never a URN */
export function buildProfileUrl(candidate: RestCandidate, identity: string): string {
  return `${BASE}/identity/dash/profiles?q=memberIdentity&memberIdentity=${encodeRestLiValue(identity)}&decorationId=${candidate.decorationId}`;
}

/** @param page 1-based @param count fewer rows than a page has, from its first */
export function buildConnectionsUrl(candidate: RestCandidate, page: number, count = CONNECTIONS_PAGE_SIZE): string {
  const start = (page - 1) * CONNECTIONS_PAGE_SIZE;
  return `${BASE}/relationships/dash/connections?decorationId=${candidate.decorationId}&count=${count}&q=search&sortType=RECENTLY_ADDED&start=${start}`;
}

export function buildCompanyUrl(candidate: RestCandidate, universalName: string): string {
  return `${BASE}/organization/companies?decorationId=${candidate.decorationId}&q=universalName&universalName=${encodeRestLiValue(universalName)}`;
}

export function buildComponentsUrl(
  candidate: GraphqlCandidate,
  profileId: string,
  section: 'experience' | 'education' | 'skills',
): string {
  return graphqlUrl(candidate, { profileUrn: profileUrn(profileId), sectionType: section, locale: 'en_US' });
}

/**
 * @param listUrn URN of the PagedListComponent, from the previous response
 * @param start 0-based row
 */
export function buildComponentsPageUrl(candidate: GraphqlCandidate, listUrn: string, start: number): string {
  return graphqlUrl(candidate, { pagedListComponent: listUrn, start, count: COMPONENTS_PAGE_SIZE });
}

/** The list of all experiences of a member. Its URN needs no earlier response. */
export function experienceListUrn(profileId: string): string {
  return `urn:li:fsd_profilePagedListComponent:(${profileId},EXPERIENCE_VIEW_DETAILS,${profileUrn(profileId)},NONE,en_US)`;
}

/**
 * The rows of one section of a profile as LinkedIn stores them. Needs no candidate of the catalogue.
 * @param profileId the bare member id (`ACoAA…`)
 * @param start 0-based row, at most 999
 * @param count at most `SECTION_PAGE_SIZE`
 */
export function buildSectionsUrl(resource: SectionResource, profileId: string, start: number, count: number): string {
  return `${BASE}/identity/dash/${resource}?q=viewee&profileUrn=${encodeRestLiValue(profileUrn(profileId))}&start=${start}&count=${count}`;
}

export function buildCardsUrl(candidate: GraphqlCandidate, profileId: string): string {
  return graphqlUrl(candidate, { profileUrn: profileUrn(profileId) });
}

/** @param count fewer rows than a page has, from its first */
export function buildSearchUrl(candidate: Candidate, params: SearchParams, count = SEARCH_PAGE_SIZE): string {
  const start = (params.page - 1) * SEARCH_PAGE_SIZE;
  const keywords = params.peopleSearchQuery.replace(CONTROL_OR_SPACE, ' ').trim();
  const filters: Record<string, readonly string[]> = {
    currentCompany: params.currentCompanyIds,
    pastCompany: params.pastCompanyIds,
    geoUrn: params.locationIds,
    industry: params.industryIds,
    network: params.connectionOrders,
    connectionOf: params.connectionId === null ? [] : [params.connectionId],
    resultType: ['PEOPLE'],
  };
  const set = Object.entries(filters).filter(([, values]) => values.length > 0);
  const queryOf = (queryParameters: RestLiValue): RestLiValue => ({
    keywords: keywords === '' ? undefined : keywords,
    flagshipSearchIntent: 'SEARCH_SRP',
    queryParameters,
    includeFiltersInResponse: 'false',
  });
  if (candidate.kind === 'graphql') {
    const query = queryOf(set.map(([key, value]) => ({ key, value })));
    return graphqlUrl(candidate, { start, count, origin: 'GLOBAL_SEARCH_HEADER', query });
  }
  const query = encodeRestLi(queryOf(Object.fromEntries(set)));
  return `${BASE}/search/dash/clusters?decorationId=${candidate.decorationId}&origin=GLOBAL_SEARCH_HEADER&q=all&query=${query}&start=${start}&count=${count}`;
}

export function buildTypeaheadUrl(candidate: Candidate, type: 'GEO' | 'COMPANY', keywords: string): string {
  const query: RestLiValue = {
    typeaheadFilterQuery: type === 'GEO' ? { geoSearchTypes: ['MARKET_AREA', 'COUNTRY_REGION', 'ADMIN_DIVISION_1', 'CITY'] } : {},
  };
  const typed = keywords.replace(CONTROL_OR_SPACE, ' ').trim();
  if (candidate.kind === 'graphql') return graphqlUrl(candidate, { keywords: typed, query, type });
  return `${BASE}/voyagerSearchDashReusableTypeahead?decorationId=${candidate.decorationId}&keywords=${encodeRestLiValue(typed)}&q=type&query=${encodeRestLi(query)}&type=${type}`;
}

function graphqlUrl(candidate: GraphqlCandidate, variables: RestLiValue): string {
  return `${BASE}/graphql?variables=${encodeRestLi(variables)}&queryId=${candidate.queryId}`;
}

function profileUrn(profileId: string): string {
  return `urn:li:fsd_profile:${profileId}`;
}
