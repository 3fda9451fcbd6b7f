/** The member's own connections as a list to read: pages of 40, newest first, until nobody is on one. */

import type { UnreadPage } from '@leadloom/shared/linkedin/parse/open-answer';
import type { ConnectionsPage } from '@leadloom/shared/linkedin/parse/parse-connections';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import type { ListPlan, OpenList } from '../listing/list-run.ts';
import { judgePage, namesOf, type PageContent } from '../listing/read-page.ts';

export const CONNECTIONS = 'connections';
/** The message's maximum; a member can have 30,000 connections, which is 750 pages. */
export const LAST_CONNECTIONS_PAGE = 1000;

export function planConnections(isFresh: boolean): ListPlan {
  return { isFresh, open: async () => ({ kind: 'ok', value: connections }) };
}

const connections: OpenList = {
  id: CONNECTIONS,
  foundBy: 'connections',
  pages: Array.from({ length: LAST_CONNECTIONS_PAGE }, (_, index) => index + 1),
  readPage: async (page, reader, catalogue) => {
    const { parseConnections } = await import('@leadloom/shared/linkedin/parse/parse-connections');
    const answer = await reader.readBy('connections', catalogue.connections, async (candidate, signal) => {
      const result = await sendToExtension('checkConnections', { page, candidate }, { signal });
      return result.ok ? { ok: true, body: result.data.body } : result;
    });
    return judgePage(answer, (body) => contentOf(parseConnections(body)));
  },
  // The position reached is kept in this browser only.
  saveLeft: async () => ({ kind: 'ok', value: null }),
};

/** Members who left the network have no address, like hidden members. */
function contentOf(page: ConnectionsPage | UnreadPage): PageContent | UnreadPage {
  if (!page.ok) return page;
  const urls = page.connections.map((connection) => connection.profile_url);
  // A connection that came twice on one page is neither new nor hidden.
  return { urls, names: namesOf(page.connections), hidden: page.unresolved.length };
}
