/**
 * The grammar of the LinkedIn addresses the extension may fetch. It keeps a page from using the member's
 * session for anything else. Each endpoint has a path, its allowed parameters, and a rule for each parameter.
 * The predicates are pure and fail closed. They check the format of query ids and decorations, not particular
 * ones.
 */
import {
  COUNT,
  graphqlVariableRules,
  KEYWORDS,
  MEMBER_IDENTITY,
  ORIGIN_NAME,
  PROFILE_URN,
  type RestLiRule,
  SECTION_START,
  START,
  searchQueryRule,
  TYPEAHEAD_TYPE,
  typeaheadQueryRule,
  UNIVERSAL_NAME,
} from './query-rules.ts';
import {
  free,
  lookup,
  memberOfParameters,
  memberOfVariables,
  type ReadMeter,
  type RequestMeter,
  searchPage,
} from './request-meter.ts';
import { decodeRestLiValue, type RestLiFields, type RestLiValue, readRestLi } from './rest-li.ts';

export const QUERY_ID_PATTERN = new RegExp(`^(?:${Object.keys(graphqlVariableRules).join('|')})\\.[0-9a-f]{32}$`);

export const DECORATION_PATTERN =
  /^com\.linkedin\.voyager\.(?:dash\.)?deco\.(?:identity\.profile|web\.mynetwork|search(?:\.typeahead)?|organization\.web)\.[A-Z][A-Za-z]{2,60}-\d{1,4}$/;

export const MAX_URL_LENGTH = 8192;
const ORIGIN = 'https://www.linkedin.com';
const API = '/voyager/api';

/** A plain value is matched after decoding; a Rest.li literal is parsed and its structure checked. */
type ParameterRule =
  | { readonly pattern: RegExp; readonly required?: true }
  | { readonly literal: RestLiRule; readonly required?: true };

interface EndpointRule {
  readonly name: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, ParameterRule>>;
  readonly meter: ReadMeter;
}

/**
 * The sections of a profile that are requested by resource, without an id that can age. Nothing else under
 * `/identity/dash` is opened by it.
 */
export const sectionResources = [
  'profilePositions',
  'profileEducations',
  'profileSkills',
  'profileCertifications',
  'profileLanguages',
] as const;
export type SectionResource = (typeof sectionResources)[number];

const decorationId = { pattern: DECORATION_PATTERN } as const;

/** Meters by the resource in the query id, like the rules of its variables. */
export const graphqlMeters: Readonly<Record<string, ReadMeter>> = {
  voyagerIdentityDashProfiles: memberOfVariables,
  voyagerIdentityDashProfileCards: memberOfVariables,
  voyagerIdentityDashProfileComponents: memberOfVariables,
  voyagerSearchDashClusters: searchPage,
  voyagerSearchDashReusableTypeahead: lookup,
  voyagerOrganizationDashCompanies: lookup,
};

const endpointRules: readonly EndpointRule[] = [
  { name: 'me', path: `${API}/me`, parameters: {}, meter: free },
  {
    name: 'profile',
    path: `${API}/identity/dash/profiles`,
    meter: memberOfParameters,
    parameters: {
      q: { pattern: /^memberIdentity$/, required: true },
      memberIdentity: { pattern: MEMBER_IDENTITY, required: true },
      decorationId,
    },
  },
  // These addresses have no decoration. All parameters are required, so that the number of rows never depends on a default.
  ...sectionResources.map((resource) => ({
    name: 'sections',
    path: `${API}/identity/dash/${resource}`,
    meter: memberOfParameters,
    parameters: {
      q: { pattern: /^viewee$/, required: true },
      profileUrn: { pattern: PROFILE_URN, required: true },
      start: { pattern: SECTION_START, required: true },
      count: { pattern: COUNT, required: true },
    } as const,
  })),
  {
    name: 'connections',
    path: `${API}/relationships/dash/connections`,
    meter: searchPage,
    parameters: {
      q: { pattern: /^search$/, required: true },
      sortType: { pattern: /^RECENTLY_ADDED$/ },
      start: { pattern: START },
      count: { pattern: COUNT },
      decorationId: { ...decorationId, required: true },
    },
  },
  {
    name: 'search',
    path: `${API}/search/dash/clusters`,
    meter: searchPage,
    parameters: {
      q: { pattern: /^all$/, required: true },
      query: { literal: searchQueryRule, required: true },
      origin: { pattern: ORIGIN_NAME },
      start: { pattern: START },
      count: { pattern: COUNT },
      decorationId: { ...decorationId, required: true },
    },
  },
  {
    name: 'company',
    path: `${API}/organization/companies`,
    meter: lookup,
    parameters: {
      q: { pattern: /^universalName$/, required: true },
      universalName: { pattern: UNIVERSAL_NAME, required: true },
      decorationId,
    },
  },
  {
    name: 'typeahead',
    path: `${API}/voyagerSearchDashReusableTypeahead`,
    meter: lookup,
    parameters: {
      q: { pattern: /^type$/, required: true },
      type: { pattern: TYPEAHEAD_TYPE, required: true },
      keywords: { pattern: KEYWORDS, required: true },
      query: { literal: typeaheadQueryRule },
      decorationId: { ...decorationId, required: true },
    },
  },
  // One rule per registered query: the variables must belong to the resource in the query id.
  ...Object.entries(graphqlVariableRules).map(([resource, literal]) => ({
    name: resource,
    path: `${API}/graphql`,
    parameters: {
      queryId: { pattern: new RegExp(`^${resource}\\.[0-9a-f]{32}$`), required: true },
      variables: { literal, required: true },
      includeWebMetadata: { pattern: /^true$/ },
    } as const,
    // A query without a meter cannot be counted, so it is refused.
    meter: graphqlMeters[resource] ?? (() => undefined),
  })),
];

export type UrlRefusal = 'not_a_url' | 'other_host' | 'off_list' | 'parameter';
export type UrlVerdict =
  | {
      readonly ok: true;
      readonly href: string;
      readonly endpoint: string;
      /** The meter it counts on; null if it is free. */
      readonly meter: RequestMeter | null;
    }
  | { readonly ok: false; readonly reason: UrlRefusal };

/**
 * Checks an address; fetch the `href` it returns. Only the canonical spelling passes. Whatever the URL parser
 * would rewrite (dots, userinfo, default port, case, raw Unicode, backslashes, fragments) is refused, so that
 * the checked and the requested address are the same string.
 */
export function judgeLinkedInUrl(input: unknown): UrlVerdict {
  if (typeof input !== 'string' || input.length > MAX_URL_LENGTH || !PRINTABLE_ASCII.test(input)) return refuse('not_a_url');
  if (!input.startsWith(`${ORIGIN}${API}/`)) return refuse('other_host');
  if (!URL.canParse(input)) return refuse('not_a_url');
  const url = new URL(input);
  if (url.origin !== ORIGIN || url.username !== '' || url.password !== '' || url.port !== '') return refuse('other_host');
  if (url.href !== input || url.hash !== '' || input.includes('#')) return refuse('off_list');
  const rules = endpointRules.filter((rule) => rule.path === url.pathname);
  if (rules.length === 0) return refuse('off_list');
  const query = input.slice(`${ORIGIN}${url.pathname}`.length);
  for (const rule of rules) {
    const values = readParameters(query, rule.parameters);
    const meter = values === undefined ? undefined : rule.meter(values);
    if (meter !== undefined) return { ok: true, href: url.href, endpoint: rule.name, meter };
  }
  return refuse('parameter');
}

const PRINTABLE_ASCII = /^[\u0021-\u007e]+$/;

/**
 * @param query empty, or `?` and at least one `name=value`
 * @returns undefined if any part is not allowed
 */
function readParameters(query: string, rules: Readonly<Record<string, ParameterRule>>): RestLiFields | undefined {
  const values: Record<string, RestLiValue> = Object.create(null);
  for (const pair of query === '' ? [] : query.slice(1).split('&')) {
    const separator = pair.indexOf('=');
    const name = pair.slice(0, Math.max(separator, 0));
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const value = rule === undefined || name in values ? undefined : readAllowedValue(pair.slice(separator + 1), rule);
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return Object.entries(rules).every(([name, rule]) => rule.required !== true || name in values) ? values : undefined;
}

/** URLSearchParams is not used, because it reads `+` as a space and accepts broken escapes. */
function readAllowedValue(raw: string, rule: ParameterRule): RestLiValue | undefined {
  if ('literal' in rule) {
    const literal = readRestLi(raw);
    return literal !== undefined && rule.literal(literal) ? literal : undefined;
  }
  const value = decodeRestLiValue(raw);
  return value !== undefined && rule.pattern.test(value) ? value : undefined;
}

function refuse(reason: UrlRefusal): UrlVerdict {
  return { ok: false, reason };
}
