/** One row with all its cells, what the account keeps about it, what belongs to it, and its history. */
import type { RowList } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { type RowMarks, rowMarksSchema } from '@leadloom/shared/tables/row-schema';
import type { TableName } from '@leadloom/shared/tables/tables';
import { call } from '../../../lib/api-client/call.ts';
import { useRowNotes, useRowTags } from '../../../lib/my-rows/change-my-rows.ts';
import { useListsOfRow, useRowLists } from '../../../lib/my-rows/my-rows.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export interface ShownRecord {
  /** Undefined while nothing is known. */
  readonly row: TableRow | undefined;
  readonly error: Error | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** @param listed the row as a list has it, shown until the record is there */
export function useRecord(name: TableName, id: number, listed: TableRow | undefined): ShownRecord {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['table-record', name, id] as const,
    queryFn: async ({ signal }): Promise<TableRow> =>
      (await call(tableEndpoints[name].get, { params: { id: String(id) }, query: {} }, { signal })).data,
    ...(listed === undefined ? {} : { placeholderData: listed }),
  });
  return { row: data ?? listed, error: listed === undefined ? error : null, isRetrying: isFetching, retry: () => void refetch() };
}

export interface ShownMarks {
  readonly tags: readonly string[];
  /** Lists that the row is on, by name. */
  readonly lists: readonly Pick<RowList, 'id' | 'name'>[];
  /** Where there may be any, they are waited for as well, because they stand above the fields. */
  readonly hasNoNotes: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** @param listed the row as a list has it, which carries tags and lists: only what is not known is asked for */
export function useMarks(name: TableName, id: number, listed: TableRow | undefined): ShownMarks {
  const known = listed === undefined ? null : marksOf(listed);
  const tags = useRowTags(name, id, known === null);
  const own = useListsOfRow(name, id, known === null);
  const all = useRowLists(name, known !== null && known.lists.length > 0);
  const hasNoNotes = known?.notes === 0;
  const notes = useRowNotes(name, id, !hasNoNotes);
  const queries = known === null ? [tags, own] : known.lists.length > 0 ? [all] : [];
  const missing = queries.filter(({ error }) => error !== null);
  return {
    tags: known?.tags ?? tags.data ?? [],
    lists: known === null ? (own.data ?? []) : (all.data ?? []).filter((list) => known.lists.includes(list.id)),
    hasNoNotes,
    isPending: queries.some(({ isPending }) => isPending) || notes.isLoading,
    error: missing[0]?.error ?? null,
    isRetrying: missing.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of missing) void refetch();
    },
  };
}

export function useRelated(name: TableName, id: number) {
  return useQuery({
    queryKey: ['table-related', name, id] as const,
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].related, { params: { id: String(id) } }, { signal })).data,
  });
}

export function useHistory(name: TableName, id: number) {
  return useQuery({
    queryKey: ['table-history', name, id] as const,
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].history, { params: { id: String(id) } }, { signal })).data,
  });
}

/** The open sources that filled cells of the row. */
export function useSources(name: TableName, id: number) {
  return useQuery({
    queryKey: ['table-sources', name, id] as const,
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].sources, { params: { id: String(id) } }, { signal })).data,
  });
}

/** What the account keeps about a row of a list; null: the row does not say. */
function marksOf({ my }: TableRow): RowMarks | null {
  return my === undefined ? null : (rowMarksSchema.safeParse(my).data ?? null);
}
