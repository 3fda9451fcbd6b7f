/** Fetches one page of the member's own connections. */
import { buildConnectionsUrl } from '@leadloom/shared/linkedin/build-url';
import type { Handler } from './handler.ts';
import type { LinkedInClient } from './linkedin-client.ts';

export function createCheckConnections(client: LinkedInClient): Handler<'checkConnections'> {
  return async ({ page, candidate }) => {
    const result = await client.get(buildConnectionsUrl(candidate, page), false);
    return result.ok ? { ok: true, data: { page, body: result.body } } : result;
  };
}
