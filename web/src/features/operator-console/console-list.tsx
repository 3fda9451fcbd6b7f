/** What every list of the console does besides its rows: loading, failure, nothing to show, and pages. */
import { PAGE_SIZE } from '@leadloom/shared/contract/page-parameters';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { meQueryKey } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { type ConsoleColumn, ConsoleTable } from './console-table.tsx';

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
  readonly columns: readonly ConsoleColumn<Row>[];
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
            <ConsoleTable label={label} columns={columns} rows={rows} keyOf={keyOf} />
            <Pager page={page} rows={rows.length} total={total} onPage={onPage} />
          </Box>
        )
      }
    </Loaded>
  );
}

interface PagerProps {
  readonly page: number;
  readonly rows: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

function Pager({ page, rows, total, onPage }: PagerProps) {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + rows - 1;
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: '0.875rem' }}>
      <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
        {rows === 0 ? 'No more rows' : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
      </Box>
      {(page > 1 || last < total) && (
        <>
          <Button variant="outlined" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="outlined" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </Box>
  );
}
