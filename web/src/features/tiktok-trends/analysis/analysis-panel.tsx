/**
 * One line that runs an analysis. Behind it are the settings: the five parameters, the comparison of strictness, and the
 * schedule.
 */
import {
  type AnalysisParameters,
  getTrendSettings,
  saveTrendSettings,
  type TrendSettings,
} from '@leadloom/shared/contract/trends';
import TuneRounded from '@mui/icons-material/TuneRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { May } from '../../../components/workspace/may.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { StrictnessPanel } from '../strictness/strictness-panel.tsx';
import { ParameterField } from './parameter-field.tsx';
import { noParameters, type ParameterTexts, parameterFields, toParameters, toTexts } from './parameters.ts';
import type { Schedule } from './schedule-fields.tsx';
import { SettingsBar } from './settings-bar.tsx';

const settingsKey = ['tiktok', 'trend-settings'] as const;

const noSchedule: Schedule = { schedule: 'off', hour: 0 };

interface AnalysisPanelProps {
  readonly isRunning: boolean;
  /** The account's address is confirmed, or not known yet. */
  readonly isVerified: boolean;
  /** Nobody is tracked, so there is nothing to compare. */
  readonly hasNobody: boolean;
  readonly onRun: (parameters: AnalysisParameters) => void;
}

export function AnalysisPanel({ isRunning, isVerified, hasNobody, onRun }: AnalysisPanelProps) {
  const canRun = !isRunning && isVerified && !hasNobody;
  const textId = useId();
  const settings = useTrendSettings();
  const save = useSaveTrendSettings();
  const saved = settings.data;
  // Edited fields keep their values; saved settings fill the others when they load.
  const [typed, setTyped] = useState<Partial<ParameterTexts>>({});
  const [chosen, setChosen] = useState<Schedule | null>(null);
  const [isOpen, setOpen] = useState(false);
  const settingsId = useId();
  const loadFailure = saved === undefined ? (settings.error?.message ?? null) : null;
  // What failed is said without a press.
  const isShown = isOpen || loadFailure !== null;
  const texts = { ...(saved === undefined ? noParameters : toTexts(saved.parameters)), ...typed };
  const schedule = chosen ?? (saved === undefined ? noSchedule : { schedule: saved.schedule, hour: saved.hour });

  function change(part: Partial<ParameterTexts>): void {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  }

  function run(event: FormEvent): void {
    event.preventDefault();
    if (!canRun) return;
    onRun(toParameters(texts));
  }

  return (
    <Paper component="section" variant="outlined" aria-labelledby="trend-analysis-title" sx={{ overflow: 'clip' }}>
      <Box component="form" noValidate onSubmit={run}>
        <Box
          sx={{ px: { xs: 2, sm: 3 }, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1.5rem' }}
        >
          <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
            <Typography id="trend-analysis-title" component="h3" variant="h3">
              Trend analysis
            </Typography>
            <Typography id={textId} variant="body2" sx={{ color: 'text.secondary' }}>
              {isVerified
                ? hasNobody
                  ? 'Track at least one user first'
                  : summaryOf(saved)
                : 'Check your inbox and verify your email to run analyses.'}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="outlined"
              startIcon={<TuneRounded />}
              aria-expanded={isShown}
              aria-controls={settingsId}
              onClick={() => setOpen(!isOpen)}
            >
              Settings
            </Button>
            <May needs={collecting}>
              <Button type="submit" variant="contained" disabled={!canRun} aria-describedby={textId}>
                Run Analysis
              </Button>
            </May>
          </Box>
        </Box>
        <Box
          id={settingsId}
          hidden={!isShown}
          sx={{ px: { xs: 2, sm: 3 }, pt: 2, pb: 1, borderTop: '1px solid', borderColor: 'divider' }}
        >
          <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary', maxWidth: '72ch' }}>
            The analysis compares the hashtags and sounds of videos by the users you track. Blank fields use their defaults.
          </Typography>
          <Box
            sx={{
              display: 'grid',
              columnGap: 2,
              rowGap: 0.5,
              alignItems: 'start',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
            }}
          >
            {parameterFields.map((field) => (
              <ParameterField
                key={field.name}
                {...field}
                text={texts[field.name]}
                onChange={(text) => change({ [field.name]: text })}
              />
            ))}
          </Box>
        </Box>
      </Box>
      <Box hidden={!isShown}>
        <StrictnessPanel
          texts={texts}
          isDisabled={isRunning || !isVerified}
          onPick={(eps) => change({ dbscan_eps: String(eps) })}
        />
        <SettingsBar
          schedule={schedule}
          onScheduleChange={(next) => {
            save.reset();
            setChosen(next);
          }}
          saved={saved}
          loadFailure={loadFailure}
          onReload={() => {
            // The settings that then arrive stay in sight.
            setOpen(true);
            void settings.refetch();
          }}
          isReloading={settings.isFetching}
          onSave={() => save.mutate({ parameters: toParameters(texts), ...schedule })}
          isSaving={save.isPending}
          isLocked={!isVerified}
          wasSaved={save.isSuccess}
          saveFailure={save.error?.message ?? null}
        />
      </Box>
    </Paper>
  );
}

function summaryOf(saved: TrendSettings | undefined): string {
  const meaning = 'Similar videos that were posted close together become a trend.';
  const next = saved?.next_run_at ?? null;
  return next === null ? meaning : `${meaning} Next run: ${formatDayAndTime(next)}.`;
}

function useTrendSettings(): UseQueryResult<TrendSettings, ApiError> {
  return useQuery<TrendSettings, ApiError>({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getTrendSettings, {}, { signal }),
  });
}

function useSaveTrendSettings() {
  const queryClient = useQueryClient();
  return useMutation<TrendSettings, ApiError, Omit<TrendSettings, 'next_run_at'>>({
    mutationFn: async (settings) => call(saveTrendSettings, { body: settings }),
    onSuccess: (saved) => queryClient.setQueryData(settingsKey, saved),
  });
}
