/** Calls a lookup endpoint. It returns a bare list; one inside `data` is accepted as well. */
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '@leadloom/shared/contract/tables';
import type { LookupPath } from '@leadloom/shared/tables/define-table';
import * as z from 'zod/mini';
import { call } from '../../../lib/api-client/call.ts';
import type { Suggestion } from '../../../lib/use-suggestions.ts';

const item = z.object({ id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)), name: z.string() });
const body = z.union([
  z.array(item),
  z.pipe(
    z.object({ data: z.array(item) }),
    z.transform(({ data }) => data),
  ),
]);

const rows = {
  '/search/shopify/topics': searchTopics,
  '/reddit/search/subreddit': searchSubreddits,
  '/tiktok/search/unique-id': searchTikTokUsers,
  '/tiktok/search/hashtag': searchHashtags,
} as const satisfies Record<LookupPath, unknown>;

/** @throws {ApiError} */
export function lookUp(
  path: LookupPath,
  query: { readonly q: string } | { readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const row = { ...rows[path], success: { kind: 'json', status: 200, body } } as const;
  return call(row, { query: 'q' in query ? { q: query.q } : { ids: [...query.ids] } }, { signal });
}
