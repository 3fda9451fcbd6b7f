/** From one day to another, both included. Sent as `YYYY-MM-DD`; a day half typed filters nothing yet. */

import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import { useId } from 'react';
import { dayFormat } from './day-format.ts';
import { Labelled, labelIdOf } from './labelled.tsx';

interface DatesFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly after: string;
  readonly before: string;
  readonly onAfterChange: (day: string) => void;
  readonly onBeforeChange: (day: string) => void;
}

const format = dayFormat();

export function DatesField({ label, after, before, onAfterChange, onBeforeChange }: DatesFieldProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DayField label={`${label} from`} value={after} max={before} onChange={onAfterChange} />
      <DayField label={`${label} to`} value={before} min={after} onChange={onBeforeChange} />
    </LocalizationProvider>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, min = '', max = '', onChange }: DayFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} isGroup>
      <DatePicker
        value={value === '' ? null : dayjs(value)}
        format={format}
        {...(min === '' ? {} : { minDate: dayjs(min) })}
        {...(max === '' ? {} : { maxDate: dayjs(max) })}
        onChange={(day) => {
          if (day === null) onChange('');
          else if (day.isValid() && day.year() >= 1000) onChange(day.format('YYYY-MM-DD'));
        }}
        slotProps={{
          textField: { id, size: 'small', slotProps: { input: { 'aria-labelledby': labelIdOf(id) } } },
          field: { clearable: true },
        }}
      />
    </Labelled>
  );
}
