/**
 * Continues a download job that is not finished on whatever screen is open. The collector is loaded only when this account
 * has such a job. What another account left in this browser is deleted.
 */
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useHasOpenJob } from '../../lib/open-job-note.ts';
import { paths } from '../../lib/paths.ts';
import { useAccountKey } from '../../lib/session/session.ts';
import { storedAnswersOwner } from '../../lib/stored-answers/stored-note.ts';

const NOBODY = 'nobody';

/** If it cannot be loaded, the job continues on the next screen that is loaded. */
const ContinuedJob = lazy(() =>
  import('../../features/collector/continued-job.tsx').then(
    ({ ContinuedJob: loaded }) => ({ default: loaded }),
    () => ({ default: Nothing }),
  ),
);

export function ContinueCollector() {
  const accountKey = useAccountKey() ?? NOBODY;
  const hasOpenJob = useHasOpenJob(accountKey);
  const { pathname } = useLocation();
  useEffect(() => {
    const owner = storedAnswersOwner();
    if (owner === null || owner === accountKey || accountKey === NOBODY) return;
    // If it cannot be loaded, the next screen tries again.
    import('../../lib/stored-answers/forget-answers.ts')
      .then(({ forgetOthers }) => forgetOthers(accountKey))
      .catch(() => undefined);
  }, [accountKey]);
  // The collector's screen does the same itself.
  if (!hasOpenJob || pathname === paths.linkedinCollector) return null;
  return (
    <Suspense fallback={null}>
      <ContinuedJob key={accountKey} />
    </Suspense>
  );
}

function Nothing() {
  return null;
}
