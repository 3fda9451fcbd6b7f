/**
 * The grammar of LinkedIn addresses the extension may fetch: the wall between a page and the member's
 * session. Endpoint by endpoint: a path, the parameters it may carry, and a pattern for each of them.
 * Pure predicates that fail closed; no query id or decoration is named here, only their form.
 */
export const QUERY_ID_PATTERN =
  /^voyager(?:IdentityDashProfiles|IdentityDashProfileCards|IdentityDashProfileComponents|SearchDashClusters|SearchDashReusableTypeahead|OrganizationDashCompanies)\.[0-9a-f]{32}$/;

export const DECORATION_PATTERN =
  /^com\.linkedin\.voyager\.(?:dash\.)?deco\.(?:identity\.profile|web\.mynetwork|search(?:\.typeahead)?|organization\.web)\.[A-Z][A-Za-z]{2,60}-\d{1,4}$/;

export const MAX_URL_LENGTH = 8192;
const ORIGIN = 'https://www.linkedin.com';
const API = '/voyager/api';

/** A slug or a bare member id, percent-encoded at most once. */
const MEMBER_IDENTITY = /^[\p{L}\p{M}\p{N}_-]{1,100}$/u;
const UNIVERSAL_NAME = /^[\p{L}\p{M}\p{N}_.&'-]{1,120}$/u;
const COUNT = /^(?:[1-9]\d?|100)$/;
const START = /^\d{1,5}$/;
/** Rest.li literal: no control characters, no `;`, bounded. */
const REST_LI = /^\([^\p{Cc};<>"\\^`{|}]{1,4000}\)$/u;
const ORIGIN_NAME = /^[A-Z_]{3,40}$/;

type ParameterRules = Readonly<Record<string, { readonly pattern: RegExp; readonly required?: true }>>;

interface EndpointRule {
  readonly name: string;
  readonly path: string;
  readonly parameters: ParameterRules;
}

const decorationId = { pattern: DECORATION_PATTERN } as const;

const endpointRules: readonly EndpointRule[] = [
  { name: 'me', path: `${API}/me`, parameters: {} },
  {
    name: 'profile',
    path: `${API}/identity/dash/profiles`,
    parameters: {
      q: { pattern: /^memberIdentity$/, required: true },
      memberIdentity: { pattern: MEMBER_IDENTITY, required: true },
      decorationId,
    },
  },
  {
    name: 'connections',
    path: `${API}/relationships/dash/connections`,
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
    parameters: {
      q: { pattern: /^all$/, required: true },
      query: { pattern: REST_LI, required: true },
      origin: { pattern: ORIGIN_NAME },
      start: { pattern: START },
      count: { pattern: COUNT },
      decorationId: { ...decorationId, required: true },
    },
  },
  {
    name: 'company',
    path: `${API}/organization/companies`,
    parameters: {
      q: { pattern: /^universalName$/, required: true },
      universalName: { pattern: UNIVERSAL_NAME, required: true },
      decorationId,
    },
  },
  {
    name: 'typeahead',
    path: `${API}/voyagerSearchDashReusableTypeahead`,
    parameters: {
      q: { pattern: /^type$/, required: true },
      type: { pattern: /^(?:GEO|COMPANY)$/, required: true },
      keywords: { pattern: /^[^\p{Cc}]{1,100}$/u, required: true },
      query: { pattern: REST_LI },
      decorationId: { ...decorationId, required: true },
    },
  },
  {
    name: 'graphql',
    path: `${API}/graphql`,
    parameters: {
      queryId: { pattern: QUERY_ID_PATTERN, required: true },
      variables: { pattern: REST_LI, required: true },
      includeWebMetadata: { pattern: /^true$/ },
    },
  },
];

export type UrlRefusal = 'not_a_url' | 'other_host' | 'off_list' | 'parameter';
export type UrlVerdict =
  | { readonly ok: true; readonly href: string; readonly endpoint: string }
  | { readonly ok: false; readonly reason: UrlRefusal };

/**
 * Judges an address. Parses it once and answers the parsed form: fetch `href`, never the input.
 * Path and parameters are compared after parsing, so no second spelling of an allowed path passes.
 */
export function judgeLinkedInUrl(input: unknown): UrlVerdict {
  if (typeof input !== 'string' || input.length > MAX_URL_LENGTH || hasControlOrBackslash(input)) return refuse('not_a_url');
  // The parser would forgive `https:/host`, userinfo and dots; the literal prefix forgives nothing.
  if (!input.startsWith(`${ORIGIN}${API}/`)) return refuse('other_host');
  if (!URL.canParse(input)) return refuse('not_a_url');
  const url = new URL(input);
  if (url.origin !== ORIGIN || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return refuse('other_host');
  const rule = endpointRules.find((candidate) => candidate.path === url.pathname);
  if (rule === undefined || !input.startsWith(`${ORIGIN}${rule.path}`)) return refuse('off_list');
  return areParametersAllowed(url, rule.parameters) ? { ok: true, href: url.href, endpoint: rule.name } : refuse('parameter');
}

function areParametersAllowed(url: URL, rules: ParameterRules): boolean {
  const seen = new Set<string>();
  for (const pair of url.search.slice(1).split('&')) {
    if (pair === '' && url.search.length <= 1) break;
    const separator = pair.indexOf('=');
    const name = separator < 0 ? pair : pair.slice(0, separator);
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined || seen.has(name)) return false;
    seen.add(name);
    const value = decodeOnce(separator < 0 ? '' : pair.slice(separator + 1));
    if (value === undefined || !rule.pattern.test(value)) return false;
  }
  return Object.entries(rules).every(([name, rule]) => rule.required !== true || seen.has(name));
}

/** Not URLSearchParams: it reads `+` as a space and forgives broken escapes. */
function decodeOnce(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function hasControlOrBackslash(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being refused
  return /[\u0000-\u0020\u007f\\]/.test(text) || !text.isWellFormed();
}

function refuse(reason: UrlRefusal): UrlVerdict {
  return { ok: false, reason };
}
