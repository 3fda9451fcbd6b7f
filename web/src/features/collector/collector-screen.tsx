import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { AllowancePanel } from './allowance/allowance-panel.tsx';
import { useHandOver } from './allowance/use-hand-over.ts';
import { useJobs } from './api/jobs-cache.ts';
import { useCompanyNames } from './companies/use-company-names.ts';
import { ConnectionsSection } from './connections/connections-section.tsx';
import { DueSection } from './due/due-section.tsx';
import { ExportSection } from './entries/export-section.tsx';
import { explainMissingList } from './entries/list-state.ts';
import { ManualProfiles } from './entries/manual-profiles.tsx';
import { ProfilesSection } from './entries/profiles-section.tsx';
import { useHasCollected } from './entries/use-has-collected.ts';
import { RiskDialog } from './risk/risk-dialog.tsx';
import { noteRiskAccepted } from './risk/risk-notice.ts';
import { DownloadSection } from './run/download-section.tsx';
import { useCollectorRun, useRunState } from './run/use-collector-run.ts';
import { useResume } from './run/use-resume.ts';
import { SearchSection } from './search/search-section.tsx';
import { ConfirmKey } from './status/confirm-key.tsx';
import { checkStatus, useExtensionStatus } from './status/extension-status.ts';
import { MissingExtension } from './status/missing-extension.tsx';
import { StatusLines } from './status/status-lines.tsx';

const noEntries: readonly never[] = [];
const noSearches: readonly never[] = [];
const nothingSelected: ReadonlySet<string> = new Set();

export function CollectorScreen() {
  const run = useCollectorRun();
  const status = useExtensionStatus();
  const isInstalled = status.extension === 'yes';
  const jobs = useJobs(run, isInstalled && status.cookies === 'yes');
  const [selected, setSelected] = useState(nothingSelected);
  const [revealedEntry, setRevealedEntry] = useState<string | null>(null);
  const stopReason = useRunState(run, ({ progress }) => progress?.stop?.reason ?? null);
  const entries = jobs.data?.user_jobs ?? noEntries;
  const hasCollected = useHasCollected(entries, isInstalled);
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
            entries={entries}
            isDisabled={!isInstalled}
            missingList={missingList}
            onAdded={(added) => setRevealedEntry(added.at(0)?.id ?? null)}
          />
          <ConnectionsSection isDisabled={!isInstalled} />
          <SearchSection searchJobs={jobs.data?.search_jobs ?? noSearches} isDisabled={!isInstalled} />
          <ProfilesSection
            entries={entries}
            list={jobs}
            status={status}
            selected={selected}
            onSelect={setSelected}
            revealedEntry={revealedEntry}
            run={run}
          />
        </Box>
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <DownloadSection entries={entries} selected={selected} run={run} isDisabled={!isInstalled} missingList={missingList} />
          <DueSection run={run} isReady={isInstalled && status.cookies === 'yes'} />
          <AllowancePanel />
          <ExportSection isDisabled={!isInstalled || !hasCollected} />
        </Box>
      </Box>
    </>
  );
}
