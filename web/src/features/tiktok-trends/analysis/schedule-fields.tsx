/** The schedule of the analysis. The hour is shown in local time and stored in UTC. */
import { type TrendSettings, trendSchedules } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { once } from '../../../lib/once.ts';
import { ChoiceField } from './choice-field.tsx';

const timeFormat = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));

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

/** Hours of the day in UTC, labelled in local time. The labels are valid today: daylight saving time shifts them by an hour. */
interface HourChoice {
  /** From 0 to 23, in UTC. */
  readonly utcHour: number;
  /** The time in the reader's own format, such as "06:30". */
  readonly label: string;
}

/**
 * All 24 hours, in the order of the day here.
 * @param minutesBehind what is added to the local time for UTC, as `Date.getTimezoneOffset` tells it
 * /
 */
export function localHours(minutesBehind: number): readonly HourChoice[] {
  const minuteHere = (utcHour: number): number => (utcHour * 60 - minutesBehind + 2 * 1440) % 1440;
  return Array.from({ length: 24 }, (_, utcHour) => utcHour)
    .sort((one, other) => minuteHere(one) - minuteHere(other))
    .map((utcHour) => {
      const minute = minuteHere(utcHour);
      return { utcHour, label: timeFormat().format(new Date(2000, 0, 15, Math.floor(minute / 60), minute % 60)) };
    });
}
