/** The settings of the analysis: its five parameters, the comparison of strictness, and the schedule. */
import type { AnalysisParameters } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { StrictnessPanel } from '../strictness/strictness-panel.tsx';
import { ParameterField } from './parameter-field.tsx';
import { noParameters, type ParameterTexts, parameterFields, toParameters, toTexts } from './parameters.ts';
import type { Schedule } from './schedule-fields.tsx';
import { SettingsBar } from './settings-bar.tsx';
import { useSaveTrendSettings, useTrendSettings } from './use-trend-settings.ts';

const noSchedule: Schedule = { schedule: 'off', hour: 0 };

interface AnalysisPanelProps {
  readonly isRunning: boolean;
  /** The account's address is confirmed, or not known yet. */
  readonly isVerified: boolean;
  readonly onRun: (parameters: AnalysisParameters) => void;
}

export function AnalysisPanel({ isRunning, isVerified, onRun }: AnalysisPanelProps) {
  const settings = useTrendSettings();
  const save = useSaveTrendSettings();
  const saved = settings.data;
  // Edited fields keep their values; saved settings fill the others when they load.
  const [typed, setTyped] = useState<Partial<ParameterTexts>>({});
  const [chosen, setChosen] = useState<Schedule | null>(null);
  const [wasSent, setSent] = useState(false);
  const texts = { ...(saved === undefined ? noParameters : toTexts(saved.parameters)), ...typed };
  const schedule = chosen ?? (saved === undefined ? noSchedule : { schedule: saved.schedule, hour: saved.hour });

  function change(part: Partial<ParameterTexts>): void {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  }

  function run(event: FormEvent): void {
    event.preventDefault();
    if (isRunning || !isVerified) return;
    setSent(true);
    onRun(toParameters(texts));
  }

  return (
    <Paper component="section" variant="outlined" aria-labelledby="trend-analysis-title" sx={{ overflow: 'clip' }}>
      <Box component="form" noValidate onSubmit={run} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
        <Box>
          <Typography id="trend-analysis-title" component="h3" variant="h2">
            Trend analysis
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary', maxWidth: '72ch' }}>
            Compares the hashtags and sounds of videos by the users you track. Similar videos posted close together become a
            trend. Blank fields use their defaults.
          </Typography>
        </Box>
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
              wasSent={wasSent}
            />
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Button type="submit" variant="contained" disabled={isRunning || !isVerified}>
            Run Analysis
          </Button>
          {!isVerified && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Check your inbox and verify your email to run analyses.
            </Typography>
          )}
        </Box>
      </Box>
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
        loadFailure={saved === undefined ? (settings.error?.message ?? null) : null}
        onReload={() => void settings.refetch()}
        isReloading={settings.isFetching}
        onSave={() => {
          setSent(true);
          save.mutate({ parameters: toParameters(texts), ...schedule });
        }}
        isSaving={save.isPending}
        isLocked={!isVerified}
        wasSaved={save.isSuccess}
        saveFailure={save.error?.message ?? null}
      />
    </Paper>
  );
}
