/** A checkbox with its label. As a filter, an unchecked box filters nothing. */
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { CheckBox } from '../check-box.tsx';
import { useSteady } from '../use-steady.ts';

interface FlagFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** The number of rows with it; undefined: not known. */
  readonly count?: number | undefined;
}

export function FlagField(props: FlagFieldProps) {
  return <Flag {...props} onChange={useSteady(props.onChange)} />;
}

const Flag = memo(function Flag({ label, isChecked, onChange, count }: FlagFieldProps) {
  // The box stays the same element when its count arrives, and so keeps the focus.
  return (
    <Counted>
      <Line>
        <CheckBox isChecked={isChecked} onChange={onChange} />
        {label}
      </Line>
      {count !== undefined && <span>{formatCount(count)}</span>}
    </Counted>
  );
});

const Counted = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1rem',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& > span': { color: theme.vars.palette.text.secondary },
}));

const Line = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  marginInlineStart: '-0.625rem',
  fontSize: '0.875rem',
  cursor: 'pointer',
});
