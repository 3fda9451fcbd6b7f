/** One attempt at a time to change a view; the dialog closes when it worked and says why when it did not. */
import { useState } from 'react';
import { ApiError } from '../../../lib/api-client/api-error.ts';

export function useViewSubmission(onDone: () => void) {
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    isWorking,
    failure,
    forget: () => setFailure(null),
    submit: async (work: () => Promise<void>): Promise<void> => {
      setWorking(true);
      setFailure(null);
      try {
        await work();
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailure(error.message);
        setWorking(false);
      }
    },
  };
}
