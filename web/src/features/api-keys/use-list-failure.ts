import { useEffect, useRef } from 'react';
import type { ApiError } from '../../lib/api-client/api-error.ts';
import { reportQuietFailure } from '../../lib/quiet-failure.ts';

/** Reports each failure of the list once, although effects may run twice. */
export function useListFailure(error: ApiError | null): void {
  const reported = useRef<ApiError>(null);
  useEffect(() => {
    if (error === null || reported.current === error) return;
    reported.current = error;
    reportQuietFailure('The keys could not be loaded.', 'Your keys could not be loaded. Please try again.', error);
  }, [error]);
}
