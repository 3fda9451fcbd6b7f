import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import type { ApiError } from '../../lib/api-client/api-error.ts';

interface LoadedValueProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  readonly text: (data: Data) => string;
}

/** The present value of a line that is loaded by its own call. */
export function LoadedValue<Data>({ query: { data, error, refetch, isFetching }, text }: LoadedValueProps<Data>) {
  if (data !== undefined) return text(data);
  if (error === null) return <LoadingText>Loading…</LoadingText>;
  return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
