import { getCatalogue, parseCompany } from '@leadloom/shared/contract/linkedin';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { systemClock } from '../download/clock.ts';
import { createRunControl } from '../download/run-control.ts';
import type { CollectorRun } from '../run/collector-run.ts';
import { fetchThroughExtension, useRunState } from '../run/use-collector-run.ts';
import { companiesToRead, readCompanyNames } from './read-company-names.ts';

/** Whether names are being read right now. Nothing is read while a download runs or LinkedIn asked for a pause. */
export function useCompanyNames(run: CollectorRun, companyIds: readonly string[] | undefined): boolean {
  const [isReading, setReading] = useState(false);
  const isIdle = useRunState(run, ({ phase }) => phase === 'idle');
  const continueAt = useRunState(run, ({ progress }) => progress?.stop?.continueAt ?? 0);

  useEffect(() => {
    if (companyIds === undefined || !isIdle || continueAt > Date.now()) return;
    const wanted = companiesToRead(companyIds);
    if (wanted.length === 0) return;
    const control = createRunControl();
    setReading(true);
    void readCompanyNames(wanted, {
      control,
      send: fetchThroughExtension,
      clock: systemClock,
      loadCatalogue: () => call(getCatalogue, {}),
      parseCompany: postCompany,
      log: logProblem,
    }).then(() => setReading(false));
    return () => control.stop({ reason: 'user', continueAt: null });
  }, [companyIds, isIdle, continueAt]);

  return isReading;
}

async function postCompany(url: string, companyResponse: string): Promise<boolean> {
  try {
    await call(parseCompany, { body: { url, companyResponse } });
    return true;
  } catch {
    return false;
  }
}
