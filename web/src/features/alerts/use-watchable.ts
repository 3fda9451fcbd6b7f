/** What the account can watch: its views of all tables, the names it tracks, its trends and its people. */
import type { Watch } from '@leadloom/shared/contract/alerts';
import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import { listTableViews } from '@leadloom/shared/contract/table-views';
import { listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { tableNames, tables } from '@leadloom/shared/tables/tables';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client/call.ts';

export interface Watchable {
  readonly label: string;
  readonly watch: Watch;
}

export function useWatchable() {
  return useQuery({
    queryKey: ['alerts', 'watchable'],
    queryFn: async ({ signal }): Promise<readonly Watchable[]> => {
      const [views, subreddits, users] = await Promise.all([
        Promise.all(tableNames.map((table) => call(listTableViews, { query: { table } }, { signal }))),
        call(listTrackedSubreddits, {}, { signal }),
        call(listTrackedUsers, {}, { signal }),
      ]);
      const ofViews = views.flatMap(({ data }) =>
        data.map(
          ({ id, name, table }): Watchable => ({
            label: `View "${name}" of ${tables[table].title}`,
            watch: { kind: 'view', id },
          }),
        ),
      );
      return [
        ...ofViews,
        ...subreddits.data.map(
          ({ subreddit_name: name }): Watchable => ({ label: `r/${name}`, watch: { kind: 'source', network: 'reddit', name } }),
        ),
        ...users.data.map(
          ({ unique_id: name }): Watchable => ({
            label: `@${name} on TikTok`,
            watch: { kind: 'source', network: 'tiktok', name },
          }),
        ),
        { label: 'Collected people', watch: { kind: 'people' } },
        { label: 'TikTok trends', watch: { kind: 'trends' } },
      ];
    },
    staleTime: 0,
  });
}
