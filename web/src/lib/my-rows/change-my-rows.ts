/** The tags and notes of a row, and changes of what the account keeps about rows. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import {
  addListRows,
  getRowTags,
  listRowNotes,
  type RowListAddition,
  removeListRows,
  type StoredEntryNote,
  tagRows,
  untagRows,
} from '@leadloom/shared/contract/my-row-changes';
import type { MyTable, RowList } from '@leadloom/shared/contract/my-rows';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/call.ts';
import { peopleKey, profilesKey } from '../collected-people/people-queries.ts';
import { useQuery } from '../query/use-query.ts';
import { myRowKeys } from './my-row-keys.ts';

/** Queries of tables' screens, whose rows carry what is kept about them. */
const shownRows = ['table-rows', 'table-total'] as const;

export function useRowTags(table: MyTable, id: number, isEnabled = true) {
  return useQuery({
    queryKey: [myRowKeys.tags, table, id],
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await call(getRowTags, { params: { table, id } }, { signal })).tags,
    enabled: isEnabled,
  });
}

/** Newest first. */
export function useRowNotes(table: MyTable, id: number, isEnabled = true) {
  return useQuery({
    queryKey: [myRowKeys.notes, table, id],
    queryFn: async ({ signal }): Promise<readonly StoredEntryNote[]> =>
      (await call(listRowNotes, { params: { table, id } }, { signal })).data,
    enabled: isEnabled,
  });
}

/** Loads everything again that a change may concern. */
export function useReloadMyRows(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const changed = [...[...Object.values(myRowKeys), ...shownRows].map((key) => [key]), peopleKey, profilesKey];
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }, [queryClient]);
}

/** Rows by their ids, or all that match filters. */
export type ChosenRows = { readonly ids: readonly number[] } | { readonly filters: TableFilters };

/** The number of ids sent at once: the account's other changes to the table wait meanwhile. */
const IDS_AT_ONCE = 10_000;

export interface PutRows {
  /** The list as it is afterwards. */
  readonly list: RowList;
  /** Rows that were not on it before. */
  readonly added: number;
  readonly alreadyOnIt: number;
  /** Name what was added, for `takeBack`. */
  readonly additions: readonly number[];
}

/**
 * Of very many ids, those before a failure stay on the list.
 * @param note written on each of at most `MAX_ROWS_NOTED_AT_ONCE` rows; empty: none
 */
export async function putOnList(list: number, chosen: ChosenRows, note = ''): Promise<PutRows> {
  const noted = note.trim() === '' ? {} : { note };
  const bodies = 'ids' in chosen ? partsOf(chosen.ids).map((ids) => ({ ids, ...noted })) : [bodyOf(chosen)];
  const answers: RowListAddition[] = [];
  for (const body of bodies) answers.push(await call(addListRows, { params: { list_id: list }, body }));
  const last = answers.at(-1);
  if (last === undefined) throw new Error('No rows were chosen.');
  return {
    list: last,
    added: answers.reduce((sum, { added }) => sum + added, 0),
    alreadyOnIt: answers.reduce((sum, { already_on_it: number }) => sum + number, 0),
    additions: answers.map(({ addition }) => addition),
  };
}

function partsOf(ids: readonly number[]): number[][] {
  const parts = Math.ceil(ids.length / IDS_AT_ONCE);
  return Array.from({ length: parts }, (_, at) => ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE));
}

/** Takes off a list what `putOnList` added. @returns the list as it is then, and how many rows were taken off */
export async function takeBack({ list, additions }: PutRows): Promise<{ list: RowList; removed: number }> {
  let [last, removed]: [RowList, number] = [list, 0];
  for (const addition of additions) {
    const answer = await call(removeListRows, { params: { list_id: list.id }, body: { addition } });
    [last, removed] = [answer, removed + answer.removed];
  }
  return { list: last, removed };
}

/** Answers the list as it is then. */
export async function removeFromList(list: number, chosen: ChosenRows): Promise<RowList> {
  return call(removeListRows, { params: { list_id: list }, body: bodyOf(chosen) });
}

/**
 * Adds tags to rows beside those they have.
 * @returns how many rows were chosen, how many of them got a tag that they did not have, and the name of what was added
 */
export function addTags(table: TableName, chosen: ChosenRows, tags: readonly string[]): Promise<EndpointResult<typeof tagRows>> {
  return call(tagRows, { body: { table, tags: [...tags], ...bodyOf(chosen) } });
}

/** Removes what `addTags` added. @returns from how many rows */
export async function takeTagsBack(table: TableName, addition: number): Promise<number> {
  return (await call(untagRows, { body: { table, addition } })).rows;
}

function bodyOf(chosen: ChosenRows): { ids: number[] } | { filters: Record<string, unknown> } {
  return 'ids' in chosen ? { ids: [...chosen.ids] } : { filters: { ...chosen.filters } };
}
