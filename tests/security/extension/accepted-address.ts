/** Checks a second time, and independently of the grammar, what the judge of addresses accepts. */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';

const ORIGIN = 'https://www.linkedin.com';
const API = `${ORIGIN}/voyager/api/`;
/** Every endpoint of the grammar by its path, written a second time so that the check is independent of the code under test. */
const endpointsByPath: Readonly<Record<string, readonly string[]>> = {
  '/voyager/api/me': ['me'],
  '/voyager/api/identity/dash/profiles': ['profile'],
  '/voyager/api/identity/dash/profilePositions': ['sections'],
  '/voyager/api/identity/dash/profileEducations': ['sections'],
  '/voyager/api/identity/dash/profileSkills': ['sections'],
  '/voyager/api/identity/dash/profileCertifications': ['sections'],
  '/voyager/api/identity/dash/profileLanguages': ['sections'],
  '/voyager/api/relationships/dash/connections': ['connections'],
  '/voyager/api/search/dash/clusters': ['search'],
  '/voyager/api/organization/companies': ['company'],
  '/voyager/api/voyagerSearchDashReusableTypeahead': ['typeahead'],
  '/voyager/api/graphql': [
    'voyagerIdentityDashProfiles',
    'voyagerIdentityDashProfileCards',
    'voyagerIdentityDashProfileComponents',
    'voyagerSearchDashClusters',
    'voyagerSearchDashReusableTypeahead',
    'voyagerOrganizationDashCompanies',
  ],
};
/** The whole query of a section, in any order: one member by id, encoded once, and at most 100 of 1,000 rows. */
const sectionParameters: Readonly<Record<string, RegExp>> = {
  q: /^viewee$/,
  profileUrn: /^urn%3[Aa]li%3[Aa]fsd_profile%3[Aa][A-Za-z0-9_-]{1,100}$/,
  start: /^(?:0|[1-9]\d?\d?)$/,
  count: /^(?:[1-9]\d?|100)$/,
};
/** Names a request could do harm with, and parameters the grammar has no use for. */
const neverAccepted =
  /[#@\\\s]|:\/\/.*:\/\/|[?&](?:action|method|url|redirect|csrfToken|fields|ids)=|messag|invit|logout|psettings|CONTENT|JOBS/i;

/** @returns `refused`; what is wrong with an address that was accepted; null if it was rightly accepted */
export function complaintAbout(input: string): string | null {
  const verdict = judgeSafely(input);
  if (verdict === null) return 'the judge threw';
  if (!verdict.ok) return 'refused';
  if (verdict.href !== input) return 'another address was answered than was asked about';
  if (!URL.canParse(input)) return 'no address';
  const url = new URL(input);
  if (url.href !== input) return 'not the canonical spelling';
  if (url.origin !== ORIGIN || !input.startsWith(API) || url.username !== '' || url.password !== '' || url.hash !== '')
    return 'not LinkedIn’s API';
  if (endpointsByPath[url.pathname]?.includes(verdict.endpoint) !== true) return `not an endpoint: ${verdict.endpoint}`;
  if (url.pathname.endsWith('/graphql') && url.searchParams.get('queryId')?.split('.')[0] !== verdict.endpoint)
    return `a query of another resource than ${verdict.endpoint}`;
  const names = [...url.searchParams.keys()];
  if (new Set(names).size < names.length) return 'a parameter twice';
  if (verdict.endpoint === 'sections' && !isWholeSectionQuery(url.search)) return 'not the query of a section';
  if (neverAccepted.test(withoutFreeText(input))) return 'a forbidden part';
  const again = judgeSafely(verdict.href);
  return again?.ok === true && again.href === verdict.href && again.endpoint === verdict.endpoint
    ? null
    : 'judged otherwise the second time';
}

function isWholeSectionQuery(query: string): boolean {
  const pairs = query.slice(1).split('&');
  const names = Object.keys(sectionParameters);
  return (
    pairs.length === names.length &&
    names.every((name) =>
      pairs.some((pair) => pair.startsWith(`${name}=`) && sectionParameters[name]?.test(pair.slice(name.length + 1))),
    )
  );
}

function judgeSafely(input: string) {
  try {
    return judgeLinkedInUrl(input);
  } catch {
    return null;
  }
}

/** What a person may type into a search or a name may say anything; structure may not. */
function withoutFreeText(input: string): string {
  return input
    .slice(API.length)
    .replaceAll(/(?:keywords[:=]|memberIdentity[:=]|universalName[:=]|vanityName:|paginationToken:)[^&,()]*/g, '')
    .replaceAll(/List\([^()]*\)/g, (list) => (/^List\((?:PEOPLE|COMPANIES|CONTENT|JOBS)/.test(list) ? list : ''));
}
