/** Since when rows must have changed: one of the presets, or a day. A choice applies at once. */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { changedPresets } from '../../lib/changed/changed-choice.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { DayField } from '../filter-fields/day-field.tsx';

interface ChangedFieldProps {
  /** null: at any time. */
  readonly value: string | null;
  /** `isTyped`: by keys, so that more may follow. */
  readonly onChange: (changed: string, isTyped?: boolean) => void;
}

const choices = [
  { value: '', label: 'At any time' },
  ...changedPresets.map(({ value, label }) => ({ value, label: `Last ${label}` })),
  { value: LAST_VISIT, label: 'Since my last visit' },
];

export function ChangedField({ value, onChange }: ChangedFieldProps) {
  const id = useId();
  const day = value !== null && isCalendarDay(value) ? value : '';
  const chosen = value ?? '';
  return (
    <>
      <FormControl>
        <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
          Changed
        </FormLabel>
        <RadioGroup
          aria-labelledby={id}
          value={choices.some((choice) => choice.value === chosen) ? chosen : null}
          onChange={(_, next) => onChange(next)}
        >
          {choices.map((choice) => (
            <FormControlLabel
              key={choice.value}
              value={choice.value}
              control={<Radio size="small" sx={{ py: 0.5 }} />}
              label={choice.label}
              slotProps={{ typography: { sx: { fontSize: '0.875rem' } } }}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <DayField label="Changed since" value={day} onChange={onChange} />
    </>
  );
}
