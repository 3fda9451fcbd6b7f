/** A filter from one day to another, both inclusive. Days are sent as `YYYY-MM-DD`; an incomplete day does not filter yet. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useContext } from 'react';
import { DayField } from './day-field.tsx';
import { dayPresets } from './day-presets.ts';
import { BelowChip } from './use-list-open.ts';

interface DatesFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly after: string;
  readonly before: string;
  /** `isTyped`: by keys, so that more may follow. */
  readonly onAfterChange: (day: string, isTyped: boolean) => void;
  readonly onBeforeChange: (day: string, isTyped: boolean) => void;
}

export function DatesField({ label, after, before, onAfterChange, onBeforeChange }: DatesFieldProps) {
  const { begun } = useContext(BelowChip);
  return (
    <>
      <DayField label={`${label} from`} value={after} max={before} begun={begun} onChange={onAfterChange} />
      <DayField label={`${label} to`} value={before} min={after} onChange={onBeforeChange} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignSelf: 'end', gap: 0.5 }}>
        {dayPresets(new Date()).map(({ name, from }) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            color="inherit"
            // Lighter than a field; two lines of them are as high as one.
            sx={{ minHeight: '1.75rem', px: 1, py: 0, borderColor: 'divider', fontWeight: 450 }}
            onClick={() => {
              onAfterChange(from, false);
              onBeforeChange('', false);
            }}
          >
            {name}
          </Button>
        ))}
      </Box>
    </>
  );
}
