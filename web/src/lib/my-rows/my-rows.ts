/** What every table shows of what the account keeps about rows: its lists and tags. */
import { listRowLists, listTags, type MyTable, type RowList } from '@leadloom/shared/contract/my-rows';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import { myRowKeys } from './my-row-keys.ts';

/** @param table undefined: of all tables */
export function useRowLists(table: MyTable | undefined, isEnabled = true) {
  return useQuery({
    queryKey: [myRowKeys.lists, table ?? 'all'],
    queryFn: async ({ signal }): Promise<readonly RowList[]> =>
      (await call(listRowLists, { query: table === undefined ? {} : { table } }, { signal })).data,
    enabled: isEnabled,
  });
}

/** The lists that one row is on, by name. */
export function useListsOfRow(table: MyTable, row: number, isEnabled = true) {
  return useQuery({
    queryKey: [myRowKeys.lists, table, row],
    queryFn: async ({ signal }): Promise<readonly RowList[]> =>
      (await call(listRowLists, { query: { table, row } }, { signal })).data,
    enabled: isEnabled,
  });
}

/** Lists of all tables that were deleted and can be restored, the latest first. */
export function useDeletedLists() {
  return useQuery({
    queryKey: [myRowKeys.lists, 'deleted'],
    queryFn: async ({ signal }): Promise<readonly RowList[]> =>
      (await call(listRowLists, { query: { deleted: 'true' } }, { signal })).data,
  });
}

/** @param list its id, or empty: none @returns null without one; its number until the name is known */
export function useRowListName(table: MyTable, list: string): string | null {
  const { data: lists = [] } = useRowLists(table, list !== '');
  return list === '' ? null : (lists.find(({ id }) => String(id) === list)?.name ?? `No. ${list}`);
}

/** All tags that the account uses in a table. */
export function useKnownTags(table: MyTable, isEnabled = true) {
  return useQuery({
    queryKey: [myRowKeys.tags, table],
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await call(listTags, { query: { table } }, { signal })).data.map(({ tag }) => tag),
    enabled: isEnabled,
  });
}
