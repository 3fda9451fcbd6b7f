/**
 * Continues a download job that is not finished on whatever screen is open. The collector is loaded only when this account
 * has such a job.
 */
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useHasOpenJob } from '../../lib/open-job-note.ts';
import { paths } from '../../lib/paths.ts';
import { useAccountKey } from '../../lib/session/session.ts';

/** If it cannot be loaded, the job continues on the next screen that is loaded. */
const ContinuedJob = lazy(() =>
  import('../../features/collector/continued-job.tsx').then(
    ({ ContinuedJob: loaded }) => ({ default: loaded }),
    () => ({ default: Nothing }),
  ),
);

export function ContinueCollector() {
  const accountKey = useAccountKey() ?? 'nobody';
  const hasOpenJob = useHasOpenJob(accountKey);
  const { pathname } = useLocation();
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
