/** The calendar behind a day's field. It is large, so it is loaded when it is opened. */
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';

interface DayCalendarProps {
  /** `YYYY-MM-DD`, or empty, as the ends it may lie between. */
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly onChoose: (day: string) => void;
}

export function DayCalendar({ value, min, max, onChoose }: DayCalendarProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DateCalendar
        autoFocus
        value={value === '' ? null : dayjs(value)}
        {...(min === '' ? {} : { minDate: dayjs(min) })}
        {...(max === '' ? {} : { maxDate: dayjs(max) })}
        onChange={(day, state) => {
          if (day !== null && state === 'finish') onChoose(day.format('YYYY-MM-DD'));
        }}
      />
    </LocalizationProvider>
  );
}
