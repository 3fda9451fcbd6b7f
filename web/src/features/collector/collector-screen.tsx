import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { AllowancePanel } from './allowance/allowance-panel.tsx';
import { useHandOver } from './allowance/use-hand-over.ts';
import { useJobs } from './api/jobs-cache.ts';
import { useCompanyNames } from './companies/use-company-names.ts';
import { ConnectionsSection } from './connections/connections-section.tsx';
import { RiskDialog } from './risk/risk-dialog.tsx';
import { noteRiskAccepted } from './risk/risk-notice.ts';
import { ExportSection } from './rows/export-section.tsx';
import { explainMissingList } from './rows/list-state.ts';
import { ManualProfiles } from './rows/manual-profiles.tsx';
import { ProfilesSection } from './rows/profiles-section.tsx';
import { useHasCollected } from './rows/use-has-collected.ts';
import { DownloadSection } from './run/download-section.tsx';
import { useCollectorRun, useRunState } from './run/use-collector-run.ts';
import { useResume } from './run/use-resume.ts';
import { SearchSection } from './search/search-section.tsx';
import { ConfirmKey } from './status/confirm-key.tsx';
import { checkStatus, useExtensionStatus } from './status/extension-status.ts';
import { MissingExtension } from './status/missing-extension.tsx';
import { StatusLines } from './status/status-lines.tsx';

const noRows: readonly never[] = [];
const noSearches: readonly never[] = [];
const nothingSelected: ReadonlySet<string> = new Set();

export function CollectorScreen() {
  const run = useCollectorRun();
  const status = useExtensionStatus();
  const isInstalled = status.extension === 'yes';
  const jobs = useJobs(run, isInstalled && status.cookies === 'yes');
  const [selected, setSelected] = useState(nothingSelected);
  const [revealedRow, setRevealedRow] = useState<string | null>(null);
  const stopReason = useRunState(run, ({ progress }) => progress?.stop?.reason ?? null);
  const rows = jobs.data?.user_jobs ?? noRows;
  const hasCollected = useHasCollected(rows, isInstalled);
  const missingList = explainMissingList(jobs, status);

  useEffect(() => void run.recover(), [run]);
  useEffect(() => {
    if (stopReason === 'signed_out' || stopReason === 'extension_gone') checkStatus();
  }, [stopReason]);
  useHandOver(isInstalled);
  const riskAcceptedAt = jobs.data?.risk_accepted_at;
  useEffect(() => {
    if (riskAcceptedAt !== undefined) noteRiskAccepted(riskAcceptedAt);
  }, [riskAcceptedAt]);
  useResume(run, jobs.data?.user_jobs, isInstalled && status.cookies === 'yes');
  const isReadingCompanies = useCompanyNames(run, jobs.data?.company_ids);

  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <StatusLines {...status} isReadingCompanies={isReadingCompanies} />
        {status.extension === 'no' && <MissingExtension />}
        <ConfirmKey />
      </Box>
      <RiskDialog />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <ManualProfiles
            rows={rows}
            isDisabled={!isInstalled}
            missingList={missingList}
            onAdded={(added) => setRevealedRow(added.at(0)?.id ?? null)}
          />
          <ConnectionsSection isDisabled={!isInstalled} />
          <SearchSection searchJobs={jobs.data?.search_jobs ?? noSearches} isDisabled={!isInstalled} />
          <ProfilesSection
            rows={rows}
            list={jobs}
            status={status}
            selected={selected}
            onSelect={setSelected}
            revealedRow={revealedRow}
            run={run}
          />
        </Box>
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <DownloadSection rows={rows} selected={selected} run={run} isDisabled={!isInstalled} missingList={missingList} />
          <AllowancePanel />
          <ExportSection isDisabled={!isInstalled || !hasCollected} />
        </Box>
      </Box>
    </>
  );
}
