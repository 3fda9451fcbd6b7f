import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { LoadingText } from './loading-text.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What is said while there is nothing yet. */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query loaded; until then, that it is loading, or why it failed and a button that tries again. */
export function Loaded<Data>({ query: { data, error, isFetching, refetch }, loading, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error === null) return <LoadingText>{loading}</LoadingText>;
  return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
