/** The tags and notes of a row, and changes of what the account keeps about rows. */
import {
  addListRows,
  getRowTags,
  type KeptNote,
  listRowNotes,
  removeListRows,
  tagRows,
} from '@leadloom/shared/contract/my-row-changes';
import type { MyTable, RowList } from '@leadloom/shared/contract/my-rows';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/call.ts';
import { peopleKey } from '../collected-people/people-queries.ts';
import { useQuery } from '../query/use-query.ts';
import { myRowKeys } from './my-row-keys.ts';

/** Queries of tables' screens, whose rows carry what is kept about them. */
const shownRows = ['table-rows', 'table-total'] as const;

export function useRowTags(table: MyTable, id: number, isWanted = true) {
  return useQuery({
    queryKey: [myRowKeys.tags, table, id],
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await call(getRowTags, { params: { table, id } }, { signal })).tags,
    enabled: isWanted,
  });
}

/** Newest first. */
export function useRowNotes(table: MyTable, id: number, isWanted = true) {
  return useQuery({
    queryKey: [myRowKeys.notes, table, id],
    queryFn: async ({ signal }): Promise<readonly KeptNote[]> =>
      (await call(listRowNotes, { params: { table, id } }, { signal })).data,
    enabled: isWanted,
  });
}

/** Loads everything again that a change may concern. */
export function useReloadMyRows(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const changed = [...[...Object.values(myRowKeys), ...shownRows].map((key) => [key]), peopleKey];
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }, [queryClient]);
}

/** Rows by their ids, or all that match filters. */
export type ChosenRows = { readonly ids: readonly number[] } | { readonly filters: TableFilters };

/** So many ids are sent at once: the account's other changes to the table wait meanwhile. */
const IDS_AT_ONCE = 10_000;

/**
 * Answers the list as it is then. Of very many ids, those before a failure stay on it.
 * @param note written on each of at most `MAX_ROWS_NOTED_AT_ONCE` rows; empty: none
 */
export async function putOnList(list: number, chosen: ChosenRows, note = ''): Promise<RowList> {
  const params = { list_id: list };
  if ('filters' in chosen) return call(addListRows, { params, body: bodyOf(chosen) });
  const { ids } = chosen;
  const noted = note.trim() === '' ? {} : { note };
  let last = await call(addListRows, { params, body: { ids: ids.slice(0, IDS_AT_ONCE), ...noted } });
  for (let at = IDS_AT_ONCE; at < ids.length; at += IDS_AT_ONCE)
    last = await call(addListRows, { params, body: { ids: ids.slice(at, at + IDS_AT_ONCE) } });
  return last;
}

/** Answers the list as it is then. */
export async function removeFromList(list: number, chosen: ChosenRows): Promise<RowList> {
  return call(removeListRows, { params: { list_id: list }, body: bodyOf(chosen) });
}

/** Adds tags to rows beside those they have. @returns how many rows were chosen */
export async function addTags(table: TableName, chosen: ChosenRows, tags: readonly string[]): Promise<number> {
  return (await call(tagRows, { body: { table, tags: [...tags], ...bodyOf(chosen) } })).rows;
}

function bodyOf(chosen: ChosenRows): { ids: number[] } | { filters: Record<string, unknown> } {
  return 'ids' in chosen ? { ids: [...chosen.ids] } : { filters: { ...chosen.filters } };
}
