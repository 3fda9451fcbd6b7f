import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '../../components/load-failure.tsx';
import type { ApiError } from '../../lib/api-client/api-error.ts';

interface LoadedValueProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  readonly text: (data: Data) => string;
}

/** The present value of a line that is loaded by its own call. */
export function LoadedValue<Data>({ query: { data, error, refetch, isFetching }, text }: LoadedValueProps<Data>) {
  if (data !== undefined) return text(data);
  // This text is as high as the value that takes its place.
  if (error === null)
    return (
      <Box component="span" role="status">
        Loading…
      </Box>
    );
  return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
