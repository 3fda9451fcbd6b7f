/** Resumes an interrupted job (reload, crash, extension update) as soon as everything it needs is available. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { riskNotice } from '../risk/risk-notice.ts';
import type { CollectorRun } from './collector-run.ts';
import { useRunState } from './use-collector-run.ts';

/** @param entries undefined until the list is there. @param isReady extension and sign-in are there */
export function useResume(run: CollectorRun, entries: readonly CollectorEntry[] | undefined, isReady: boolean): void {
  const isWanted = useRunState(run, ({ phase, mayResume }) => phase === 'idle' && mayResume);
  const isAccepted = useStore(riskNotice, (state) => state.isAccepted === true);
  useEffect(() => {
    if (isWanted && isReady && isAccepted && entries !== undefined) void run.resume(entries);
  }, [isWanted, isReady, isAccepted, entries, run]);
}
