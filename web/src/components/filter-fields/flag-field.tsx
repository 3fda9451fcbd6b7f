/** A checkbox with its label. As a filter, an unchecked box filters nothing. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

interface FlagFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function FlagField({ label, isChecked, onChange }: FlagFieldProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox size="small" checked={isChecked} onChange={(_, next) => onChange(next)} />}
      sx={{ m: 0, ml: -1, '& .MuiFormControlLabel-label': { fontSize: '0.875rem' } }}
    />
  );
}
