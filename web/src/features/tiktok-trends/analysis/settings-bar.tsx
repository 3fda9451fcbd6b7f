/** The saved settings: the values of the form, and the schedule on which an analysis runs with them. */
import type { TrendSettings } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { type Schedule, ScheduleFields } from './schedule-fields.tsx';

interface SettingsBarProps {
  readonly schedule: Schedule;
  readonly onScheduleChange: (schedule: Schedule) => void;
  /** undefined: not known yet. */
  readonly saved: TrendSettings | undefined;
  readonly loadFailure: string | null;
  readonly onReload: () => void;
  readonly isReloading: boolean;
  readonly onSave: () => void;
  readonly isSaving: boolean;
  readonly isLocked: boolean;
  readonly wasSaved: boolean;
  readonly saveFailure: string | null;
}

export function SettingsBar(props: SettingsBarProps) {
  const { schedule, onScheduleChange, saved, onSave, isSaving, isLocked, wasSaved, saveFailure } = props;
  const { loadFailure, onReload, isReloading } = props;
  // Saving before the saved settings are known could switch off a schedule.
  const isUnknown = saved === undefined;
  return (
    <Box
      component="section"
      aria-labelledby="trend-schedule-title"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5, borderTop: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '1rem 2rem' }}>
        <Box sx={{ flex: '1 1 20rem' }}>
          <Typography id="trend-schedule-title" component="h4" variant="h3">
            Run automatically
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
            {nextRunText(saved)}
          </Typography>
        </Box>
        <ScheduleFields value={schedule} onChange={onScheduleChange} isDisabled={isUnknown} />
        <Button variant="outlined" disabled={isLocked || isSaving || isUnknown} onClick={onSave} sx={{ minHeight: '2.5rem' }}>
          Save as my settings
        </Button>
      </Box>
      <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
        {wasSaved && <Notice severity="success">Saved. The form will start with these values.</Notice>}
        {saveFailure !== null && <Notice severity="error">{saveFailure}</Notice>}
        {loadFailure !== null && (
          <LoadFailure
            text={`Your saved settings could not be loaded. ${loadFailure}`}
            onRetry={onReload}
            isRetrying={isReloading}
          />
        )}
      </Box>
    </Box>
  );
}

function nextRunText(saved: TrendSettings | undefined): string {
  if (saved === undefined) return 'Your saved settings have not loaded yet. You can save new ones once they have.';
  if (saved.next_run_at === null) return 'Uses the values above once you save them. No run is scheduled.';
  return `Uses the saved values. Next run: ${formatDayAndTime(saved.next_run_at)}.`;
}
