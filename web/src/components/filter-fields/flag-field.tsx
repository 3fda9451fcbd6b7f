/** A checkbox with its label. As a filter, an unchecked box filters nothing. */
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { CheckBox } from '../check-box.tsx';
import { useSteady } from '../use-steady.ts';

interface FlagFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function FlagField(props: FlagFieldProps) {
  return <Flag {...props} onChange={useSteady(props.onChange)} />;
}

const Flag = memo(function Flag({ label, isChecked, onChange }: FlagFieldProps) {
  return (
    <Line>
      <CheckBox isChecked={isChecked} onChange={onChange} />
      {label}
    </Line>
  );
});

const Line = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  marginInlineStart: '-0.625rem',
  fontSize: '0.875rem',
  cursor: 'pointer',
});
