/**
 * The end of the onboarding is stored on the server and read back; then the collector opens. Without reading it back, the
 * collector would still see an account without onboarding, and redirect here again.
 */
import { completeOnboarding } from '@leadloom/shared/contract/linkedin';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRefreshMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';

export interface Finish {
  readonly finish: () => Promise<void>;
  readonly isFinishing: boolean;
  /** Why it failed, in the server's words. */
  readonly failure: string | null;
}

export function useFinish(): Finish {
  const refreshMe = useRefreshMe();
  const navigate = useNavigate();
  const [isFinishing, setFinishing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function finish(): Promise<void> {
    setFinishing(true);
    setFailure(null);
    try {
      await call(completeOnboarding, { body: { completed: true } });
      await refreshMe();
      void navigate(paths.linkedinCollector);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setFinishing(false);
    }
  }

  return { finish, isFinishing, failure };
}
