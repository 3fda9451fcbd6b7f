/**
 * What the Rest.li parts of an allowed address may contain: the variables of each registered query and the
 * filters of a search. A query id names only the resource, and its hash can be anything, so these rules keep a
 * page from sending other queries to a known resource.
 */
import { isRestLiFields, isRestLiList, type RestLiValue } from './rest-li.ts';

/** True if the value is allowed. Rules fail closed: an unknown field refuses the whole value. */
export type RestLiRule = (value: RestLiValue) => boolean;

const MAX_LIST = 60;

const text =
  (pattern: RegExp): RestLiRule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const list =
  (rule: RestLiRule): RestLiRule =>
  (value) =>
    isRestLiList(value) && value.length <= MAX_LIST && value.every(rule);

const fields =
  (rules: Readonly<Record<string, RestLiRule>>, required: readonly string[] = []): RestLiRule =>
  (value) =>
    isRestLiFields(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      return rule !== undefined && member !== undefined && rule(member);
    });

const anyOf =
  (...rules: readonly RestLiRule[]): RestLiRule =>
  (value) =>
    rules.some((rule) => rule(value));

/** A member by id, never by slug, and one member only. */
export const PROFILE_URN = /^urn:li:fsd_profile:[A-Za-z0-9_-]{1,100}$/;
/** A slug or a bare member id. */
export const MEMBER_IDENTITY = /^[\p{L}\p{M}\p{N}_-]{1,100}$/u;
export const UNIVERSAL_NAME = /^[\p{L}\p{M}\p{N}_.&'-]{1,120}$/u;
export const START = /^\d{1,5}$/;
export const COUNT = /^(?:[1-9]\d?|100)$/;
/** The first row of a section's page. No section has a thousand rows. */
export const SECTION_START = /^(?:0|[1-9]\d{0,2})$/;
export const ORIGIN_NAME = /^[A-Z_]{3,40}$/;
export const KEYWORDS = /^[^\p{Cc}]{1,500}$/u;

const start = text(START);
const count = text(COUNT);
const profileUrn = text(PROFILE_URN);
const shortValues = list(text(/^[^\p{Cc}]{1,40}$/u));

const searchFilters = {
  currentCompany: shortValues,
  pastCompany: shortValues,
  geoUrn: shortValues,
  industry: shortValues,
  network: list(text(/^[FSO]$/)),
  connectionOf: shortValues,
  // The rule never allows CONTENT, JOBS or anything else this query could search.
  resultType: list(text(/^(?:PEOPLE|COMPANIES)$/)),
} as const satisfies Record<string, RestLiRule>;

const searchFilterPair = anyOf(
  ...Object.entries(searchFilters).map(([key, rule]) =>
    fields({ key: text(new RegExp(`^${key}$`)), value: rule }, ['key', 'value']),
  ),
);

export const searchQueryRule = fields(
  {
    keywords: text(KEYWORDS),
    flagshipSearchIntent: text(/^SEARCH_SRP$/),
    queryParameters: anyOf(list(searchFilterPair), fields(searchFilters, ['resultType'])),
    includeFiltersInResponse: text(/^(?:true|false)$/),
  },
  ['queryParameters'],
);

export const typeaheadQueryRule = fields({
  typeaheadFilterQuery: fields({ geoSearchTypes: list(text(/^[A-Z][A-Z0-9_]{1,40}$/)) }),
});
export const TYPEAHEAD_TYPE = /^(?:GEO|COMPANY)$/;

/** Rules by the resource in the query id: `voyagerSearchDashClusters.<hash>`. */
export const graphqlVariableRules: Readonly<Record<string, RestLiRule>> = {
  voyagerIdentityDashProfiles: anyOf(
    fields({ vanityName: text(MEMBER_IDENTITY) }, ['vanityName']),
    fields({ memberIdentity: text(MEMBER_IDENTITY) }, ['memberIdentity']),
    fields({ profileUrn }, ['profileUrn']),
  ),
  voyagerIdentityDashProfileCards: fields({ profileUrn, count }, ['profileUrn']),
  voyagerIdentityDashProfileComponents: anyOf(
    fields(
      {
        profileUrn,
        sectionType: text(/^(?:experience|education|skills)$/),
        locale: text(/^[a-z]{2}_[A-Z]{2}$/),
        tabIndex: text(/^\d$/),
        count,
      },
      ['profileUrn', 'sectionType'],
    ),
    fields(
      {
        pagedListComponent: text(/^urn:li:fsd_profilePagedListComponent:\([A-Za-z0-9_,:().=-]{1,400}\)$/),
        start,
        count,
        paginationToken: text(/^[A-Za-z0-9_.=-]{1,200}$/),
      },
      ['pagedListComponent'],
    ),
  ),
  voyagerSearchDashClusters: fields({ start, count, origin: text(ORIGIN_NAME), query: searchQueryRule }, ['query']),
  voyagerSearchDashReusableTypeahead: fields(
    { keywords: text(KEYWORDS), query: typeaheadQueryRule, type: text(TYPEAHEAD_TYPE), start, count },
    ['keywords', 'type'],
  ),
  voyagerOrganizationDashCompanies: fields({ universalName: text(UNIVERSAL_NAME) }, ['universalName']),
};
