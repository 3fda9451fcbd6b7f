import { describe, expect, it } from 'vitest';
import { checkedEndpoints } from '../../contract/catalogue-checks.ts';
import type { Catalogue, GraphqlCandidate, RestCandidate } from '../catalogue.ts';
import { judgeLinkedInUrl } from '../endpoint-grammar.ts';
import type { CheckKnowledge } from './check-answer.ts';
import { costOfCheck, requestsFor } from './plan-check.ts';

const rest = (name: string): RestCandidate => ({ kind: 'rest', decorationId: `com.linkedin.voyager.dash.deco.search.${name}` });
const query = (resource: string, digit: string): GraphqlCandidate => ({
  kind: 'graphql',
  queryId: `${resource}.${digit.repeat(32)}`,
});
const catalogue: Catalogue = {
  version: 1,
  profile: [rest('Profile-1'), rest('Profile-2'), rest('Profile-3')],
  topCard: [rest('TopCard-1'), rest('TopCard-2')],
  contact: [rest('Contact-1')],
  components: [query('voyagerIdentityDashProfileComponents', 'a'), query('voyagerIdentityDashProfileComponents', 'b')],
  componentsPage: [query('voyagerIdentityDashProfileComponents', 'c')],
  cards: [query('voyagerIdentityDashProfileCards', 'a')],
  connections: [rest('Connections-1')],
  search: [query('voyagerSearchDashClusters', 'a'), query('voyagerSearchDashClusters', 'b'), rest('Search-1'), rest('Search-2')],
  company: [rest('Company-1')],
  typeahead: [rest('Typeahead-1'), rest('Typeahead-2')],
};
const profile = {
  ...{ firstName: 'Åsa', groups: 2, isCut: false, positions: 2, hasEducation: false, hasSummary: false },
  employer: 'warp-and-weft',
};
const knowledge: CheckKnowledge = {
  subject: { id: 'ACoAATove0001', slug: 'tove-lind', firstName: 'Tove' },
  profile,
  connections: 1,
};
const urls = (endpoint: (typeof checkedEndpoints)[number], known = knowledge): readonly string[] => {
  const planned = requestsFor(endpoint, catalogue, known);
  return typeof planned === 'string' ? [] : planned.map(({ url }) => url);
};

describe('what a check asks', () => {
  it.each(checkedEndpoints)('%s has one or two addresses, and the extension allows each', (endpoint) => {
    const asked = urls(endpoint);
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.length).toBeLessThanOrEqual(2);
    for (const url of asked) expect(judgeLinkedInUrl(url), url).toMatchObject({ ok: true });
  });

  it('all lines about the member are the same member to the extension', () => {
    const meters = checkedEndpoints.flatMap((endpoint) => urls(endpoint)).map((url) => judgeLinkedInUrl(url));
    const subjects = meters.flatMap((verdict) =>
      verdict.ok && verdict.meter?.kind === 'profiles' ? [verdict.meter.subject.value] : [],
    );
    expect(new Set(subjects)).toEqual(new Set(['ACoAATove0001']));
  });

  it('a search is asked once in each of its two ways', () => {
    expect(urls('search').map((url) => (url.includes('/graphql?') ? 'graphql' : 'rest'))).toEqual(['graphql', 'rest']);
    expect(urls('search').every((url) => url.includes('count') && url.includes('%C3%85sa'))).toBe(true);
  });

  it('a search is asked once in each of its two ways, wherever they stand in the list', () => {
    const [a, b, c] = [rest('Search-1'), rest('Search-2'), rest('Search-3')];
    const restFirst = { ...catalogue, search: [a, b, c, query('voyagerSearchDashClusters', 'a')] };
    const planned = requestsFor('search', restFirst, knowledge);
    const candidates = typeof planned === 'string' ? [] : planned.map(({ candidate }) => candidate);
    expect(candidates).toEqual([a, query('voyagerSearchDashClusters', 'a')]);
    expect(costOfCheck(restFirst, true)).toEqual(costOfCheck(catalogue, true));
  });

  it('the company is the employer’s, and one that everybody knows without one', () => {
    expect(urls('company')[0]).toContain('universalName=warp-and-weft');
    expect(urls('company', { ...knowledge, profile: null })[0]).toContain('universalName=linkedin');
  });

  it('lines are left out that need what is not known, or have nothing to compare', () => {
    const nobody = { subject: null, profile: null, connections: null };
    for (const endpoint of checkedEndpoints)
      if (endpoint !== 'me') expect(requestsFor(endpoint, catalogue, nobody), endpoint).toBe('needs_me');
    const idle = { ...knowledge, profile: { ...profile, groups: 0, positions: 0 } };
    for (const endpoint of ['sections', 'components', 'componentsPage'] as const)
      expect(requestsFor(endpoint, catalogue, idle)).toBe('no_experience');
    const nameless = { ...knowledge, profile: null, subject: { id: 'ACoAA1', slug: 'x', firstName: null } };
    expect(requestsFor('search', catalogue, nameless)).toBe('no_name');
  });

  it('it says before what it counts as: one profile, three search pages, two look-ups, more only where a first id fails', () => {
    expect(costOfCheck(catalogue, true)).toEqual({
      requests: [13, 17],
      meters: { profiles: [1, 1], searchPages: [3, 3], lookups: [2, 3] },
    });
    expect(costOfCheck(catalogue, false).requests).toEqual([12, 16]);
  });
});
