/** The list of profiles: what is shown instead of it while it cannot be, selection, and deletion. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import CloseRounded from '@mui/icons-material/CloseRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { useStoreInTurns } from '../../../lib/use-store-in-turns.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { latestEntries } from '../api/jobs-cache.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import type { CollectorRun } from '../run/collector-run.ts';
import { jobLine } from '../run/estimate-job.ts';
import { useRunState } from '../run/use-collector-run.ts';
import { allowanceStore } from '../status/ask-extension.ts';
import type { ExtensionStatus } from '../status/extension-status.ts';
import { stillToDo } from './choose-entries.ts';
import { deleteEntries } from './delete-entries.ts';
import { hindranceOf, isListFailed } from './list-state.ts';
import { ProfilesTable } from './profiles-table.tsx';

interface ProfilesSectionProps {
  readonly entries: readonly CollectorEntry[];
  readonly list: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly status: ExtensionStatus;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** An entry that was just added: the page it is on is shown. */
  readonly revealedEntry: string | null;
  readonly run: CollectorRun;
  /** Downloads the selected entries, or adds them to the running job. */
  readonly onDownload: () => void;
}

export function ProfilesSection({
  entries,
  list,
  status,
  selected,
  onSelect,
  revealedEntry,
  run,
  onDownload,
}: ProfilesSectionProps) {
  const queryClient = useQueryClient();
  const chosen = entries.filter((entry) => selected.has(entry.id));
  const snapshot = {
    phase: useRunState(run, ({ phase }) => phase),
    progress: useRunState(run, ({ progress }) => progress),
    active: useRunState(run, ({ active }) => active),
    notes: useRunState(run, ({ notes }) => notes),
  };
  const { allowance } = useStoreInTurns(allowanceStore);
  const line = jobLine(snapshot, allowance?.profiles ?? null);
  const canRetry = status.extension === 'yes' && snapshot.phase === 'idle';
  const isFailed = isListFailed(list);
  const hindrance = hindranceOf(status);

  function onDelete(): void {
    onSelect(new Set());
    void deleteEntries(
      queryClient,
      run,
      chosen.map(({ id }) => id),
    );
  }

  async function retry(entry: CollectorEntry): Promise<void> {
    const chosen = stillToDo([entry], await latestEntries(queryClient));
    if (chosen.length > 0 && (await requireRiskAccepted())) await run.download(chosen, 1);
  }

  return (
    <Paper id="profiles-table" component="section" variant="outlined" sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 56, px: 2, py: 1 }}>
        <Typography id="profiles-table-title" variant="h2" sx={{ flex: 1 }}>
          Profiles
        </Typography>
        <Box role="status" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums', '&:empty': { display: 'none' } }}>
          {line}
        </Box>
        {chosen.length > 0 && (
          <>
            <Box role="status" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {chosen.length} selected
            </Box>
            <May needs={collecting}>
              <Button
                variant="contained"
                startIcon={<DownloadRounded />}
                disabled={status.extension !== 'yes' || snapshot.phase === 'stopping'}
                onClick={onDownload}
              >
                Download
              </Button>
            </May>
            <Button color="error" startIcon={<DeleteOutlineRounded />} disabled={status.extension !== 'yes'} onClick={onDelete}>
              Delete
            </Button>
            <Button color="inherit" startIcon={<CloseRounded />} onClick={() => onSelect(new Set())}>
              Clear
            </Button>
          </>
        )}
      </Box>
      {isFailed ? (
        <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Notice severity="error">{list.error?.message}</Notice>
          <Button variant="outlined" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        <ProfilesTable
          entries={entries}
          emptyText={(list.data === undefined ? hindrance : null) ?? 'Add some profiles to fetch.'}
          emptyAction={
            list.data === undefined && status.extension === 'yes' && status.cookies === 'no' && !status.isOffline ? (
              <ExternalLink href="https://www.linkedin.com/login">Sign in to LinkedIn</ExternalLink>
            ) : null
          }
          isLoading={list.data === undefined && hindrance === null}
          selected={selected}
          onSelect={onSelect}
          revealedEntry={revealedEntry}
          snapshot={snapshot}
          onRetry={canRetry ? (entry) => void retry(entry) : null}
        />
      )}
    </Paper>
  );
}
