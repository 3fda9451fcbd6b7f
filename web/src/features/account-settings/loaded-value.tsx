import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../components/loaded.tsx';
import type { ApiError } from '../../lib/api-client/api-error.ts';

interface LoadedValueProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  readonly text: (data: Data) => string;
}

/** The present value of a line that is loaded by its own call. */
export function LoadedValue<Data>({ query, text }: LoadedValueProps<Data>) {
  return (
    <Loaded query={query} loading="Loading…">
      {text}
    </Loaded>
  );
}
