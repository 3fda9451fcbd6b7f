import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { describe, expect, it } from 'vitest';
import { app, createBackgroundParts, SEARCH_QUERY_ID } from '../testing/background-parts.ts';
import { json } from '../testing/fake-linkedin.ts';
import { createRunSearch } from './run-search.ts';

const params: SearchParams = {
  page: 2,
  peopleSearchQuery: 'head of supply',
  locationIds: ['103644278'],
  currentCompanyIds: [],
  pastCompanyIds: [],
  connectionId: null,
  connectionOrders: ['F'],
  industryIds: [],
  jobId: null,
  searchId: null,
};
const candidate = { kind: 'graphql', queryId: SEARCH_QUERY_ID } as const;
const acceptOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('accept');

describe('a page of a people search', () => {
  it('a search page is fetched with its filters and returned as text with its number', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(() => json('{"data":{}}'));
    expect(await createRunSearch(client)({ params, candidate }, app)).toEqual({
      ok: true,
      data: { page: 2, body: '{"data":{}}' },
    });
    expect(linkedIn.requests[0]?.url).toContain('start:10');
    expect(linkedIn.requests[0]?.url).toContain('keywords:head%20of%20supply');
    expect(acceptOf(linkedIn.requests[0]?.init)).toBe('application/vnd.linkedin.normalized+json+2.1');
  });

  it('a search page is requested as plain JSON if the candidate supports nothing else', async () => {
    const { client, linkedIn } = createBackgroundParts();
    await createRunSearch(client)({ params, candidate: { ...candidate, plain: true } }, app);
    expect(acceptOf(linkedIn.requests[0]?.init)).toBe('application/json');
  });

  it('a query id of another resource is refused', async () => {
    const { client, linkedIn } = createBackgroundParts();
    const other = { ...candidate, queryId: SEARCH_QUERY_ID.replace('SearchDashClusters', 'IdentityDashProfiles') };
    expect(await createRunSearch(client)({ params, candidate: other }, app)).toEqual({
      ok: false,
      error: { code: 'url_not_allowed' },
    });
    expect(linkedIn.requests).toEqual([]);
  });

  it('text that cannot be part of an address is refused', async () => {
    const { client, linkedIn } = createBackgroundParts();
    const broken = { ...params, peopleSearchQuery: 'half \ud83d' };
    expect(await createRunSearch(client)({ params: broken, candidate }, app)).toEqual({
      ok: false,
      error: { code: 'bad_request' },
    });
    expect(linkedIn.requests).toEqual([]);
  });
});
