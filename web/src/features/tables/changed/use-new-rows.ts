/** How many of the rows that match are new since the last visit, and which rows of the page. What fails is not shown. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueries } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

interface ShownRows {
  readonly name: TableName;
  readonly filters: TableFilters;
  /** Of each page that is shown. */
  readonly pages: readonly (readonly number[])[];
  /** null: not known. */
  readonly since: string | null;
  /** false: the rows are not there yet. */
  readonly isReady: boolean;
}

export interface NewRows {
  readonly count: number;
  readonly ids: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();
/** Of the rows nothing else is asked for. */
const idsAnswer = { kind: 'json', status: 200, body: z.object({ data: z.array(z.object({ id: z.int() })) }) } as const;

export function useNewRows({ name, filters, pages, since, isReady }: ShownRows): NewRows {
  const narrowed = narrowTo(filters, since);
  const { data: count = 0 } = useQuery({
    queryKey: ['table-total', name, narrowed, 'new'],
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].total, { query: narrowed }, { signal })).total,
    enabled: isReady && since !== null && pages.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const found = useQueries({
    queries: pages.map((ids) => ({
      queryKey: ['table-new-rows', name, since, ids],
      queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
        const narrow = { fields: ['id'], per_page: ids.length, include_total: 'false' as const };
        const query = { [UPDATED_AFTER]: since ?? '', [ROW_IDS]: ids.map(String), ...narrow };
        const { data } = await call({ ...tableEndpoints[name].list, success: idsAnswer }, { query }, { signal });
        return new Set(data.map(({ id }) => id));
      },
      enabled: isReady && since !== null && count > 0,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: unionOf,
  });
  return { count, ids: count > 0 ? found : nothing };
}

/** Always the same function, so that the same answers are the same set. */
function unionOf(answers: readonly { readonly data: ReadonlySet<number> | undefined }[]): ReadonlySet<number> {
  return new Set(answers.flatMap(({ data }) => [...(data ?? [])]));
}

/** The later of both moments: as the server writes them, they are ordered like their texts. */
function narrowTo(filters: TableFilters, since: string | null): TableFilters {
  const chosen = filters[UPDATED_AFTER];
  if (since === null) return filters;
  return { ...filters, [UPDATED_AFTER]: typeof chosen === 'string' && chosen > since ? chosen : since };
}
