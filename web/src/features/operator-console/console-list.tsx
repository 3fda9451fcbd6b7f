/** What every list of the console does besides its rows: loading, failure, nothing to show, and pages. */
import { PAGE_SIZE } from '@leadloom/shared/contract/page-parameters';
import Box from '@mui/material/Box';
import { keepPreviousData, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { PageSteps } from '../../components/page-steps.tsx';
import { type PlainColumn, PlainTable } from '../../components/plain-table.tsx';
import { meQueryKey } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { useQuery } from '../../lib/query/use-query.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

interface ConsolePageOptions<Answer> {
  /** Milliseconds until the page is read again; false: when somebody comes back to it. */
  readonly refetchInterval?: (known: Answer | undefined) => number | false;
}

/**
 * A page stays visible while the next one loads. Who is no operator any more is told by the server as if there were no
 * console; the account is read again then, and the gate closes.
 */
export function useConsolePage<Answer>(
  key: readonly unknown[],
  load: (options: { readonly signal: AbortSignal }) => Promise<Answer>,
  { refetchInterval }: ConsolePageOptions<Answer> = {},
): UseQueryResult<Answer> {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['console', ...key],
    queryFn: async ({ signal }) => {
      try {
        return await load({ signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'REQUEST.NOT_FOUND')
          await queryClient.invalidateQueries({ queryKey: meQueryKey });
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => refetchInterval?.(state.data) ?? false,
  });
}

interface ConsoleListProps<Row> {
  readonly label: string;
  readonly query: UseQueryResult<Page<Row>>;
  readonly columns: readonly PlainColumn<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** What stands in place of an empty table. */
  readonly empty: ReactNode;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export function ConsoleList<Row>({ label, query, columns, keyOf, empty, page, onPage }: ConsoleListProps<Row>) {
  return (
    <Loaded query={query} loading="Loading...">
      {({ data: rows, total }) =>
        rows.length === 0 && page === 1 ? (
          <Box sx={{ color: 'text.secondary' }}>{empty}</Box>
        ) : (
          <Box sx={{ display: 'grid', gap: 1.5 }} aria-busy={query.isFetching}>
            <PlainTable label={label} columns={columns} rows={rows} keyOf={keyOf} />
            <PageSteps page={page} perPage={PAGE_SIZE} rows={rows.length} total={total} onPage={onPage} />
          </Box>
        )
      }
    </Loaded>
  );
}
