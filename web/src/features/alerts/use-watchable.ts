/** What the account can watch: its views of all tables, its lists, the names it tracks, its trends and its people. */
import type { Watch } from '@leadloom/shared/contract/alerts';
import { COLLECTED_PEOPLE, listRowLists } from '@leadloom/shared/contract/my-rows';
import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import { getTableView, listViewNames } from '@leadloom/shared/contract/table-views';
import { listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { type TableName, tables } from '@leadloom/shared/tables/tables';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';

export interface Watchable {
  readonly label: string;
  readonly watch: Watch;
}

/** @param preset is among them even if it is a view of another account, which only its link opens */
export function useWatchable(preset: Watch | null) {
  return useQuery({
    queryKey: ['alerts', 'watchable', preset],
    queryFn: async ({ signal }): Promise<readonly Watchable[]> => {
      const [views, lists, subreddits, users] = await Promise.all([
        call(listViewNames, {}, { signal }),
        call(listRowLists, { query: {} }, { signal }),
        call(listTrackedSubreddits, {}, { signal }),
        call(listTrackedUsers, {}, { signal }),
      ]);
      const ofViews = views.data.map(watchableView);
      const isOther = preset?.kind === 'view' && !ofViews.some(({ watch }) => isSameWatch(watch, preset));
      const other = isOther ? await call(getTableView, { params: { view_id: preset.id } }, { signal }).catch(() => null) : null;
      return [
        ...ofViews,
        ...(other === null ? [] : [watchableView(other)]),
        ...lists.data.map(
          ({ id, name, table }): Watchable => ({
            label: `List "${name}" of ${table === COLLECTED_PEOPLE ? 'Collected people' : tables[table].title}`,
            watch: { kind: 'list', id },
          }),
        ),
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

interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly table: TableName;
}

function watchableView({ id, name, table }: NamedView): Watchable {
  return { label: `View "${name}" of ${tables[table].title}`, watch: { kind: 'view', id } };
}

export function isSameWatch(one: Watch, other: Watch): boolean {
  return one.kind === other.kind && ('id' in one && 'id' in other ? String(one.id) === String(other.id) : one.kind !== 'source');
}
