/** Fetches one page of a people search. */

import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { buildSearchUrl } from '@leadloom/shared/linkedin/build-url';
import type { Handler } from './handler.ts';
import type { LinkedInClient } from './linkedin-client.ts';

export function createRunSearch(client: LinkedInClient): Handler<'runSearch'> {
  return async ({ params, candidate }) => {
    if (!isWellFormed(params)) return { ok: false, error: { code: 'bad_request' } };
    const plain = candidate.kind === 'graphql' && candidate.plain === true;
    const result = await client.get(buildSearchUrl(candidate, params), plain);
    return result.ok ? { ok: true, data: { page: params.page, body: result.body } } : result;
  };
}

/** Half a surrogate pair cannot be written into an address. */
function isWellFormed(params: SearchParams): boolean {
  const { peopleSearchQuery, connectionId, locationIds, currentCompanyIds, pastCompanyIds, industryIds } = params;
  const texts = [peopleSearchQuery, connectionId ?? '', ...locationIds, ...currentCompanyIds, ...pastCompanyIds, ...industryIds];
  return texts.every((text) => text.isWellFormed());
}
