/** Fetches one address of the allow-list. The id the page chose is valid for one request. */
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import type { Handler } from './handler.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import type { UsedIds } from './used-ids.ts';

export function createFetchData(client: LinkedInClient, usedIds: UsedIds): Handler<'fetchData'> {
  return async ({ url, json, requestId }) => {
    // The address and the room left are checked here as well: only a request that may be sent uses up its id.
    if (!judgeLinkedInUrl(url).ok) return { ok: false, error: { code: 'url_not_allowed' } };
    const busy = client.refusalIfBusy();
    if (busy !== undefined) return { ok: false, error: busy };
    if (!(await usedIds.claim(requestId))) return { ok: false, error: { code: 'duplicate_request' } };
    const result = await client.get(url, json, requestId);
    return result.ok ? { ok: true, data: { requestId, body: result.body } } : result;
  };
}
