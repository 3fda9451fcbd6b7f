/** Whether invented rows are shown: with the others, not at all, or alone. */
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import type { FilterValue } from './change-filters.ts';

interface SampleFieldProps {
  /** Empty: not filtered. */
  readonly value: string;
  readonly set: (parameter: string, value: FilterValue) => void;
}

const choices = [
  { value: '', label: 'All rows' },
  { value: 'false', label: 'Without invented samples' },
  { value: 'true', label: 'Invented samples only' },
];

export function SampleField({ value, set }: SampleFieldProps) {
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
        Samples
      </FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={(_, next) => set(SAMPLE_FILTER, next)}>
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
  );
}
