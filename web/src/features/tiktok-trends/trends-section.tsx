/** Trends among the videos of tracked users: found by an analysis, explained, sorted, and kept or deleted. */
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import RefreshRounded from '@mui/icons-material/RefreshRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { FormatSelect } from '../../components/format-select.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { AnalysisPanel } from './analysis/analysis-panel.tsx';
import { AnalysisStatus } from './analysis/analysis-status.tsx';
import { LastAnalyses } from './analysis/last-analyses.tsx';
import { useAnalysis } from './analysis/use-analysis.ts';
import { loadFailureText } from './failure-text.ts';
import { TrendList } from './list/trend-list.tsx';
import { exportTrend } from './list/use-trend-changes.ts';
import { useHasTrends, useReloadTrends, useTrends } from './trend-queries.ts';
import { useDeleteAll } from './use-delete-all.ts';

interface TrendsSectionProps {
  /** How many users the account tracks; null: not known. */
  readonly trackedCount: number | null;
}

export function TrendsSection({ trackedCount }: TrendsSectionProps) {
  const { data: user } = useMe();
  const [isHiddenShown, setHiddenShown] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const { data: trends, error, isFetching, refetch } = useTrends(isHiddenShown);
  const reload = useReloadTrends();
  const analysis = useAnalysis(() => void reload());
  const deletion = useDeleteAll();
  const hasTrends = trends !== undefined && trends.length > 0;
  const canDelete = useHasTrends(trends, isHiddenShown);
  const section = useRef<HTMLElement>(null);
  const wasConfirming = useRef(false);

  // After the last trend the pressed button is disabled and loses the focus.
  useEffect(() => {
    if (wasConfirming.current && !isConfirming && document.activeElement === document.body) section.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);

  return (
    <Box
      component="section"
      aria-labelledby="trends-title"
      ref={section}
      tabIndex={-1}
      sx={{
        outline: 'none',
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        minWidth: 0,
        containerType: 'inline-size',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
        <Typography component="h2" id="trends-title" variant="h2">
          Detected TikTok Trends
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            startIcon={<RefreshRounded />}
            disabled={analysis.isRunning || isFetching}
            onClick={() => void refetch()}
          >
            Refresh List
          </Button>
          <FormatSelect isDisabled={!hasTrends} />
          <Button
            variant="outlined"
            startIcon={<DownloadRounded />}
            disabled={!hasTrends || isExporting}
            onClick={() => {
              setExporting(true);
              void exportTrend(null).finally(() => setExporting(false));
            }}
          >
            Export All
          </Button>
          <Button
            variant="outlined"
            color="error"
            startIcon={<DeleteOutlineRounded />}
            disabled={!canDelete || analysis.isRunning || deletion.isWorking}
            onClick={() => {
              deletion.clearOutcome();
              setConfirming(true);
            }}
          >
            Delete All Trends
          </Button>
        </Box>
      </Box>

      <AnalysisPanel
        isRunning={analysis.isRunning}
        isVerified={user?.verified !== false}
        hasNobody={trackedCount === 0}
        onRun={(parameters) => {
          deletion.clearOutcome();
          void analysis.start(parameters);
        }}
      />
      <AnalysisStatus analysis={analysis} />
      <LastAnalyses analyses={analysis.latest} />
      <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
        {deletion.outcome !== null && <Notice severity={deletion.outcome.severity}>{deletion.outcome.text}</Notice>}
      </Box>

      {error !== null && <LoadFailure text={loadFailureText(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {trends === undefined && error === null && <LoadingText>Loading trends…</LoadingText>}
      {trends !== undefined &&
        (hasTrends ? (
          <TrendList
            trends={trends}
            isHiddenShown={isHiddenShown}
            onHiddenShown={setHiddenShown}
            isRunning={analysis.isRunning}
          />
        ) : (
          <NoTrends onShowHidden={isHiddenShown ? null : () => setHiddenShown(true)} />
        ))}

      {isConfirming && (
        <DeleteAllDialog
          isWorking={deletion.isWorking}
          onClose={() => setConfirming(false)}
          onDelete={() => void deletion.run().then(() => setConfirming(false))}
        />
      )}
    </Box>
  );
}

interface NoTrendsProps {
  /** null: hidden ones are shown already. */
  readonly onShowHidden: (() => void) | null;
}

function NoTrends({ onShowHidden }: NoTrendsProps) {
  return (
    <Box sx={{ py: 5, px: 2, display: 'grid', gap: 1, justifyItems: 'center', textAlign: 'center', color: 'text.secondary' }}>
      <span>No trends detected or available. Configure and run an analysis.</span>
      {onShowHidden !== null && (
        <Button size="small" onClick={onShowHidden}>
          Show hidden trends
        </Button>
      )}
    </Box>
  );
}

interface DeleteAllDialogProps {
  readonly isWorking: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Deleted trends cannot be restored, so the deletion is confirmed. */
function DeleteAllDialog({ isWorking, onClose, onDelete }: DeleteAllDialogProps) {
  return (
    <ConfirmDialog
      title="Confirm Delete All Trends"
      text="Are you sure you want to delete all detected TikTok trends and their associated video links? This action cannot be undone."
      confirmLabel="Delete All"
      isDestructive
      isWorking={isWorking}
      onConfirm={onDelete}
      onClose={onClose}
    />
  );
}
