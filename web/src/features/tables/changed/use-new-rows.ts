/** How many of the rows that match are new since the last visit, and which rows of the page. What fails is not shown. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueries } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../lib/api-client/call.ts';
import { areManyNew } from '../../../lib/changed/are-many-new.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

interface AnsweredRows {
  readonly name: TableName;
  readonly filters: TableFilters;
  /** The number of rows on all pages; null: not known. */
  readonly total: number | null;
  /** null: not known. */
  readonly since: string | null;
  /** false: the rows are not there yet, or there are none. */
  readonly isReady: boolean;
}

interface ShownRows extends AnsweredRows {
  /** The ids of each page that is shown. */
  readonly pages: readonly (readonly number[])[];
}

interface NewCount {
  readonly count: number;
  /** So many rows are new that marks would not tell them apart; null: not known. */
  readonly areMany: boolean | null;
}

export interface NewRows extends NewCount {
  /** The rows to be marked. */
  readonly ids: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();
/** The ids are all that is requested of the rows. */
const idsAnswer = { kind: 'json', status: 200, body: z.object({ data: z.array(z.object({ id: z.int() })) }) } as const;

/** Callers with the same filters share one request. */
export function useNewCount({ name, filters, total, since, isReady }: AnsweredRows): NewCount {
  const narrowed = narrowTo(filters, since);
  const { data: count = 0 } = useQuery({
    queryKey: ['table-total', name, narrowed, 'new'],
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].total, { query: narrowed }, { signal })).total,
    enabled: isReady && since !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { count, areMany: total === null ? null : areManyNew(count, total) };
}

export function useNewRows({ pages, ...answered }: ShownRows): NewRows {
  const { name, since } = answered;
  const isReady = answered.isReady && pages.length > 0;
  const { count, areMany } = useNewCount({ ...answered, isReady });
  const isMarked = count > 0 && areMany === false;
  const found = useQueries({
    queries: pages.map((ids) => ({
      queryKey: ['table-new-rows', name, since, ids],
      queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
        const narrow = { fields: ['id'], per_page: ids.length, include_total: 'false' as const };
        const query = { [UPDATED_AFTER]: since ?? '', [ROW_IDS]: ids.map(String), ...narrow };
        const { data } = await call({ ...tableEndpoints[name].list, success: idsAnswer }, { query }, { signal });
        return new Set(data.map(({ id }) => id));
      },
      enabled: isReady && since !== null && isMarked,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: unionOf,
  });
  return { count, areMany, ids: isMarked ? found : nothing };
}

/** A stable reference, so that the same answers are the same set. */
function unionOf(answers: readonly { readonly data: ReadonlySet<number> | undefined }[]): ReadonlySet<number> {
  return new Set(answers.flatMap(({ data }) => [...(data ?? [])]));
}

/** The later of both moments: as the server writes them, they are ordered like their texts. */
function narrowTo(filters: TableFilters, since: string | null): TableFilters {
  const chosen = filters[UPDATED_AFTER];
  if (since === null) return filters;
  return { ...filters, [UPDATED_AFTER]: typeof chosen === 'string' && chosen > since ? chosen : since };
}
