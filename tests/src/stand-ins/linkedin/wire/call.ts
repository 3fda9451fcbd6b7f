/** One request as the stand-in sees it: raw query kept, because encoding is part of what is judged. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type EndpointName =
  | 'me'
  | 'profile'
  | 'connections'
  | 'search'
  | 'company'
  | 'typeahead'
  | 'sections'
  | 'graphql/profiles'
  | 'graphql/cards'
  | 'graphql/components'
  | 'graphql/search'
  | 'graphql/typeahead'
  | 'graphql/companies'
  | 'graphql/unknown'
  | 'retired'
  | 'photo'
  | 'page'
  | 'stand-in'
  | 'unknown';

export interface Call {
  readonly method: string;
  /** The path and query as sent. */
  readonly url: string;
  readonly path: string;
  /** The parameters by name, their values still percent-encoded. A name given twice keeps its first value. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: ReadonlyMap<string, string>;
  readonly endpoint: EndpointName;
}

export const API = '/voyager/api';

export function readCall(request: IncomingMessage): Call {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = readPairs(mark < 0 ? '' : url.slice(mark + 1), '&');
  return {
    method: request.method ?? 'GET',
    url,
    path,
    query,
    headers: request.headers,
    cookies: readPairs(request.headers.cookie ?? '', ';'),
    endpoint: endpointOf(path, query),
  };
}

/** A plain parameter, decoded; undefined when absent or badly encoded. */
export function parameter(call: Call, name: string): string | undefined {
  const raw = call.query.get(name);
  if (raw === undefined) return undefined;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

export function headerOf(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const restEndpoints: ReadonlyMap<string, EndpointName> = new Map([
  [`${API}/me`, 'me'],
  [`${API}/identity/dash/profiles`, 'profile'],
  [`${API}/relationships/dash/connections`, 'connections'],
  [`${API}/search/dash/clusters`, 'search'],
  [`${API}/organization/companies`, 'company'],
  [`${API}/voyagerSearchDashReusableTypeahead`, 'typeahead'],
]);

const SECTION = new RegExp(`^${API}/identity/dash/profile(?:Positions|Educations|Skills|Certifications|Languages)$`);

const graphqlEndpoints: ReadonlyMap<string, EndpointName> = new Map([
  ['voyagerIdentityDashProfiles', 'graphql/profiles'],
  ['voyagerIdentityDashProfileCards', 'graphql/cards'],
  ['voyagerIdentityDashProfileComponents', 'graphql/components'],
  ['voyagerSearchDashClusters', 'graphql/search'],
  ['voyagerSearchDashReusableTypeahead', 'graphql/typeahead'],
  ['voyagerOrganizationDashCompanies', 'graphql/companies'],
]);

function endpointOf(path: string, query: ReadonlyMap<string, string>): EndpointName {
  const rest = restEndpoints.get(path);
  if (rest !== undefined) return rest;
  if (SECTION.test(path)) return 'sections';
  if (path === `${API}/graphql`) return graphqlEndpoints.get(query.get('queryId')?.split('.')[0] ?? '') ?? 'graphql/unknown';
  if (path.startsWith(`${API}/`)) return 'retired';
  if (path.startsWith('/dms/image/')) return 'photo';
  if (path.startsWith('/stand-in/')) return 'stand-in';
  return /^\/(?:$|feed\/?$|login$|uas\/login$|authwall$|checkpoint\/|in\/|search\/results\/)/.test(path) ? 'page' : 'unknown';
}

function readPairs(text: string, separator: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of text.split(separator)) {
    const trimmed = pair.trim();
    const equals = trimmed.indexOf('=');
    const name = equals < 0 ? trimmed : trimmed.slice(0, equals);
    if (name !== '' && !pairs.has(name)) pairs.set(name, equals < 0 ? '' : trimmed.slice(equals + 1));
  }
  return pairs;
}
