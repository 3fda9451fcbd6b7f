/** Sends one form: one request at a time, and why the last one failed. */
import { useState } from 'react';
import { ApiError } from './api-client/api-error.ts';

export interface Submission {
  readonly isSending: boolean;
  readonly failure: ApiError | null;
  /**
   * Runs the action unless one is running; a refusal becomes `failure`, unless `takesOver` says that it is
   * dealt with. Answers whether the action went through.
   */
  readonly submit: (action: () => Promise<unknown>, takesOver?: (refusal: ApiError) => boolean) => Promise<boolean>;
  /** To be called when the person edits a field. */
  readonly clearFailure: () => void;
}

export function useSubmission(): Submission {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const submit: Submission['submit'] = async (action, takesOver = () => false) => {
    if (isSending) return false;
    setFailure(null);
    setSending(true);
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!takesOver(error)) setFailure(error);
      return false;
    } finally {
      setSending(false);
    }
  };

  return { isSending, failure, submit, clearFailure: () => setFailure(null) };
}
