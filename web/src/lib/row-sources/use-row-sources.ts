/** What has rows that can be sent elsewhere: the views and lists of the account. */
import { COLLECTED_PEOPLE, listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import type { ExportWatch } from '@leadloom/shared/contract/scheduled-exports';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { tables } from '@leadloom/shared/tables/tables';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

export type SourceTable = RowList['table'];

export interface RowSource {
  readonly label: string;
  /** The name of the view or list. */
  readonly name: string;
  readonly table: SourceTable;
  readonly watch: ExportWatch;
}

/** The account's views, then its lists. */
export function useRowSources() {
  return useQuery({
    queryKey: ['row-sources'],
    queryFn: async ({ signal }): Promise<readonly RowSource[]> => {
      const [lists, views] = await Promise.all([
        call(listRowLists, { query: {} }, { signal }),
        call(listViewNames, {}, { signal }),
      ]);
      return [
        ...views.data.map(
          ({ id, name, table }): RowSource => ({
            label: `View "${name}" of ${tables[table].title}`,
            name,
            table,
            watch: { kind: 'view', id },
          }),
        ),
        ...lists.data.map(
          ({ id, name, table }): RowSource => ({
            label: `List "${name}" of ${tableTitle(table)}`,
            name,
            table,
            watch: { kind: 'list', id },
          }),
        ),
      ];
    },
    staleTime: 0,
  });
}

export function tableTitle(table: SourceTable): string {
  return table === COLLECTED_PEOPLE ? 'Collected people' : tables[table].title;
}
