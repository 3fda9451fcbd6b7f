/** The schedule of the analysis. The hour is shown in local time and stored in UTC. */
import { type TrendSettings, trendSchedules } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { ChoiceField } from './choice-field.tsx';
import { localHours } from './local-hours.ts';

export type Schedule = Pick<TrendSettings, 'schedule' | 'hour'>;

const scheduleLabels: Readonly<Record<TrendSettings['schedule'], string>> = {
  off: 'Off',
  daily: 'Every day',
  weekly: 'Every week',
};
const scheduleOptions = trendSchedules.map((value) => ({ value, label: scheduleLabels[value] }));

interface ScheduleFieldsProps {
  readonly value: Schedule;
  readonly onChange: (value: Schedule) => void;
  readonly isDisabled: boolean;
}

export function ScheduleFields({ value, onChange, isDisabled }: ScheduleFieldsProps) {
  const hours = useMemo(
    () => localHours(new Date().getTimezoneOffset()).map(({ utcHour, label }) => ({ value: String(utcHour), label })),
    [],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(7rem, 10rem))' }}>
      <ChoiceField
        label="How often"
        name="schedule"
        value={value.schedule}
        options={scheduleOptions}
        isDisabled={isDisabled}
        onChange={(next) => onChange({ ...value, schedule: trendSchedules.find((known) => known === next) ?? 'off' })}
      />
      <ChoiceField
        label="At (your time)"
        name="hour"
        value={String(value.hour)}
        options={hours}
        isDisabled={isDisabled || value.schedule === 'off'}
        onChange={(next) => onChange({ ...value, hour: Number(next) })}
      />
    </Box>
  );
}
