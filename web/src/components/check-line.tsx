/**
 * A checkbox with its label, on a line of its own in a dialog. It is not rendered again while other fields of its form
 * change.
 */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { memo } from 'react';
import { useSteady } from './use-steady.ts';

interface CheckLineProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckLine(props: CheckLineProps) {
  return <Line {...props} onChange={useSteady(props.onChange)} />;
}

const Line = memo(function Line({ label, isChecked, onChange }: CheckLineProps) {
  return (
    <FormControlLabel
      sx={{ display: 'flex' }}
      control={<Checkbox size="small" checked={isChecked} onChange={(_, isChosen) => onChange(isChosen)} />}
      label={label}
    />
  );
});
