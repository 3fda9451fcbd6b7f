/**
 * The collector of a page: its job, the extension and the list. It is used by the screen, and by pages that only continue a
 * job.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { logProblem } from '../../lib/log.ts';
import { latestSignedCatalogue, loadCatalogue } from './api/catalogue.ts';
import { useJobs } from './api/jobs-cache.ts';
import { changesStatus } from './download/stop-reason.ts';
import { noteRiskAccepted, riskNotice } from './risk/risk-notice.ts';
import type { CollectorRun } from './run/collector-run.ts';
import { useCollectorRun, useRunState } from './run/use-collector-run.ts';
import { askExtension } from './status/ask-extension.ts';
import { checkStatus, useExtensionStatus } from './status/extension-status.ts';

export function useCollector() {
  const run = useCollectorRun();
  const status = useExtensionStatus();
  const isInstalled = status.extension === 'yes';
  const isReady = isInstalled && status.cookies === 'yes';
  const jobs = useJobs(run, isReady);
  const stopReason = useRunState(run, ({ progress }) => progress?.stop?.reason ?? null);

  useEffect(() => void run.recover(), [run]);
  useEffect(() => {
    if (changesStatus(stopReason)) checkStatus();
  }, [stopReason]);
  useHandOver(isInstalled);
  const riskAcceptedAt = jobs.data?.risk_accepted_at;
  useEffect(() => {
    if (riskAcceptedAt !== undefined) noteRiskAccepted(riskAcceptedAt);
  }, [riskAcceptedAt]);
  useResume(run, jobs.data?.user_jobs, isReady);
  return { run, status, isInstalled, jobs };
}

/** Hands the server's signed catalogue to the extension once per page load; a job hands it over again when it has changed. */
function useHandOver(isInstalled: boolean): void {
  useEffect(() => {
    if (!isInstalled || latestSignedCatalogue() !== null) return;
    loadCatalogue().then(
      () => askExtension(),
      (cause: unknown) => logProblem('The endpoint catalogue could not be loaded. The next job tries again.', cause),
    );
  }, [isInstalled]);
}

/**
 * Resumes an interrupted job (reload, crash, extension update) as soon as everything it needs is available.
 * @param entries undefined until the list is there. @param isReady extension and sign-in are there
 */
function useResume(run: CollectorRun, entries: readonly CollectorEntry[] | undefined, isReady: boolean): void {
  const mayResumeNow = useRunState(run, ({ phase, mayResume }) => phase === 'idle' && mayResume);
  const isAccepted = useStore(riskNotice, (state) => state.isAccepted === true);
  useEffect(() => {
    if (mayResumeNow && isReady && isAccepted && entries !== undefined) void run.resume(entries);
  }, [mayResumeNow, isReady, isAccepted, entries, run]);
}
