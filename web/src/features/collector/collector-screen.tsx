import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { canReadSections } from '@leadloom/shared/messages/extension-abilities';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Notice } from '../../components/notice.tsx';
import { hasPeopleQuery } from '../../lib/collected-people/people-queries.ts';
import { useDuePeople } from '../../lib/collected-people/recollections.ts';
import { serverKeyStore } from '../../lib/extension-client/prove-server.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useStoreInTurns } from '../../lib/use-store-in-turns.ts';
import { AllowancePanel } from './allowance/allowance-panel.tsx';
import { CheckButton } from './check/check-button.tsx';
import { checkPanel, closeCheckPanel } from './check/check-panel-state.ts';
import { useCompanyNames } from './companies/use-company-names.ts';
import { ConnectionsSection } from './connections/connections-section.tsx';
import { DueSection } from './due/due-section.tsx';
import { ExportSection } from './entries/export-section.tsx';
import { explainMissingList } from './entries/list-state.ts';
import { ManualProfiles } from './entries/manual-profiles.tsx';
import { ProfilesSection } from './entries/profiles-section.tsx';
import { SectionTabs } from './listing/section-tabs.tsx';
import { riskNotice } from './risk/risk-notice.ts';
import { DownloadSection } from './run/download-section.tsx';
import { QueueSection } from './run/queue-section.tsx';
import { useDownload } from './run/use-download.ts';
import { SearchSection } from './search/search-section.tsx';
import { allowanceStore } from './status/ask-extension.ts';
import { StatusLines } from './status/status-lines.tsx';
import { useCollector } from './use-collector.ts';

const CheckPanel = lazyPart(async () => (await import('./check/check-panel.tsx')).CheckPanel);
const MissingExtension = lazyPart(async () => (await import('./status/missing-extension.tsx')).MissingExtension);
const RenewExtension = lazyPart(async () => (await import('../../components/renew-extension.tsx')).RenewExtension);
const RiskDialog = lazyPart(async () => (await import('./risk/risk-dialog.tsx')).RiskDialog);

const noEntries: readonly never[] = [];
const noSearches: readonly never[] = [];
const nothingSelected: ReadonlySet<string> = new Set();
const column = { display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

export function CollectorScreen() {
  const { run, status, isInstalled, jobs } = useCollector();
  const check = useStore(checkPanel);
  const [selected, setSelected] = useState(nothingSelected);
  const [revealedEntry, setRevealedEntry] = useState<string | null>(null);
  const entries = jobs.data?.user_jobs ?? noEntries;
  const hasCollected = useHasCollected(entries, isInstalled);
  const missingList = explainMissingList(jobs, status);
  const version = useStore(allowanceStore, (extension) => extension.version);
  const isRiskOpen = useStore(riskNotice, (state) => state.isOpen);
  const [isRiskShown, setRiskShown] = useState(isRiskOpen);
  if (isRiskOpen && !isRiskShown) setRiskShown(true);
  const hasSettled = useHasSettled(useDuePeople());
  const isReadingCompanies = useCompanyNames(run, jobs.data?.company_ids);
  const download = useDownload({ entries, selected, run, missingList });

  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
          <StatusLines {...status} isReadingCompanies={isReadingCompanies} />
          <CheckButton id="linkedin-check-button" />
        </Box>
        {status.extension === 'no' && <MissingExtension />}
        {isInstalled && version !== null && !canReadSections(version) && <RenewExtension version={version} />}
        <ConfirmKey />
        {check.isOpen && <CheckPanel isDisabled={!isInstalled} focusKey={check.openings} onClose={closeCheckPanel} />}
      </Box>
      {isRiskShown && <RiskDialog />}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
        }}
      >
        <Box sx={column}>
          <SectionTabs>
            <ManualProfiles
              entries={entries}
              isDisabled={!isInstalled}
              missingList={missingList}
              onAdded={(added) => setRevealedEntry(added.at(0)?.id ?? null)}
            />
            <ConnectionsSection isDisabled={!isInstalled} />
            <SearchSection searchJobs={jobs.data?.search_jobs ?? noSearches} isDisabled={!isInstalled} />
          </SectionTabs>
          <ProfilesSection
            entries={entries}
            list={jobs}
            status={status}
            selected={selected}
            onSelect={setSelected}
            revealedEntry={revealedEntry}
            run={run}
            onDownload={download.downloadSelected}
          />
        </Box>
        <Box sx={column}>
          <AllowancePanel />
          <DownloadSection entries={entries} run={run} isDisabled={!isInstalled} download={download} />
          <QueueSection entries={entries} run={run} />
          {/* Whether anybody is due decides where the last one stands. */}
          <Box sx={{ ...column, visibility: hasSettled ? undefined : 'hidden' }}>
            <DueSection run={run} isReady={isInstalled && status.cookies === 'yes'} />
            <ExportSection isDisabled={!isInstalled || !hasCollected} />
          </Box>
        </Box>
      </Box>
    </>
  );
}

/**
 * Whether there is anything to export. Collected people outlive their entries in the list, so an empty list does not
 * tell. false only once it is known that nothing is collected: a server that does not answer disables nothing.
 */
function useHasCollected(entries: readonly CollectorEntry[], isEnabled: boolean): boolean {
  const isInList = entries.some(({ status }) => status === 'ok');
  const { data } = useQuery({ ...hasPeopleQuery, staleTime: 0, enabled: isEnabled && !isInList });
  return isInList || data !== false;
}

/** Where the extension learned this server's key by itself: what the person compares before they confirm it. */
function ConfirmKey() {
  const { fingerprint } = useStoreInTurns(serverKeyStore);
  const { isKeyConfirmed } = useStoreInTurns(allowanceStore);
  if (fingerprint === null || isKeyConfirmed !== false) return null;
  return (
    <Notice severity="info">
      <p>
        This server’s key is <code>{fingerprint}</code>
      </p>
      <p>
        Compare it with the one in the extension’s popup and confirm it there. Until then this server can lower the extension’s
        limits but not raise them.
      </p>
    </Notice>
  );
}
