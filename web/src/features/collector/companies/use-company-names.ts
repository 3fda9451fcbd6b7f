import { parseCompany } from '@leadloom/shared/contract/linkedin';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useAccountKey } from '../../../lib/session/session.ts';
import { loadCatalogue } from '../api/catalogue.ts';
import { failureOf } from '../api/server-api.ts';
import { notifyOperator } from '../check/notify-operator.ts';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { systemClock } from '../download/clock.ts';
import { createRunControl, type RunControl } from '../download/run-control.ts';
import { riskNotice } from '../risk/risk-notice.ts';
import type { CollectorRun } from '../run/collector-run.ts';
import type { CollectorRunState } from '../run/collector-run.types.ts';
import { runExclusively } from '../run/run-exclusively.ts';
import { fetchThroughExtension, useRunState } from '../run/use-collector-run.ts';
import { allowanceStore } from '../status/ask-extension.ts';
import { type CollectorStorage, openCollectorStorage } from '../storage/collector-storage.ts';
import { companiesToRead, LEFT_ALONE_MS, readCompanyNames } from './read-company-names.ts';

/**
 * Whether names are being read right now: two for each list that was loaded. Nothing is read before the risk is
 * accepted, while a download runs in any tab or could resume, during a pause, or once the day's lookups are used up.
 */
export function useCompanyNames(run: CollectorRun, companyIds: readonly string[] | undefined): boolean {
  const accountKey = useAccountKey() ?? 'nobody';
  const [isReading, setReading] = useState(false);
  const handled = useRef<readonly string[]>(undefined);
  const isIdle = useRunState(run, isIdleEverywhere);
  const continueAt = useRunState(run, ({ progress }) => progress?.stop?.continueAt ?? 0);
  const isAccepted = useStore(riskNotice, (state) => state.isAccepted === true);
  const mayLookUp = useStore(
    allowanceStore,
    ({ allowance }) => allowance?.pause === null && allowance.lookups.continuesAt === null,
  );

  useEffect(() => {
    if (companyIds === undefined || handled.current === companyIds) return;
    if (!isIdle || !isAccepted || !mayLookUp || continueAt > Date.now()) return;
    const control = createRunControl();
    void runExclusively(async () => {
      handled.current = companyIds;
      await readNames(companyIds, openCollectorStorage(accountKey), control, setReading);
    });
    return () => control.stop({ reason: 'user', continueAt: null });
  }, [companyIds, isIdle, isAccepted, mayLookUp, continueAt, accountKey]);

  return isReading;
}

/** No tab has a job, and none of an earlier page continues. */
function isIdleEverywhere({ phase, isTakenOver, mayResume, elsewhere }: CollectorRunState): boolean {
  return phase === 'idle' && isTakenOver && !mayResume && elsewhere === null;
}

async function readNames(
  companyIds: readonly string[],
  { triedCompanies }: CollectorStorage,
  control: RunControl,
  setReading: (isReading: boolean) => void,
): Promise<void> {
  const tried = await triedCompanies.list();
  const recent = tried.filter(({ triedAt }) => Date.now() - triedAt < LEFT_ALONE_MS);
  const unnamed = companiesToRead(companyIds, new Set(recent.map(({ companyId }) => companyId)));
  if (unnamed.length === 0 || control.notice() !== null) return;
  setReading(true);
  const memory = createCandidateMemory();
  await readCompanyNames(unnamed, {
    control,
    send: fetchThroughExtension,
    clock: systemClock,
    memory,
    loadCatalogue,
    parseCompany: postCompany,
    onUnresolvable: (companyId) => triedCompanies.put(companyId, { companyId, triedAt: Date.now() }),
    log: logProblem,
  });
  setReading(false);
  notifyOperator(memory.takeOutcomes());
}

async function postCompany(url: string, companyResponse: string): Promise<'stored' | 'refused' | 'away'> {
  try {
    await call(parseCompany, { body: { url, companyResponse } });
    return 'stored';
  } catch (error) {
    return failureOf(error).kind;
  }
}
