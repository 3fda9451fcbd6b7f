/** A checkbox of the browser in the theme's colours. */
import { styled } from '@mui/material/styles';
import type { ChangeEvent } from 'react';
import { checkMark } from './check-mark.ts';

interface CheckBoxProps {
  readonly isChecked: boolean;
  /** Some of what it stands for is checked. */
  readonly isPartly?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
  /** The name of a box without a visible label. */
  readonly label?: string;
}

export function CheckBox({ isChecked, isPartly = false, isDisabled, onChange, label }: CheckBoxProps) {
  return (
    <Input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      // The page has no attribute for it.
      ref={(element) => {
        if (element !== null) element.indeterminate = isPartly;
      }}
      onChange={(event) => onChange(event.target.checked, event)}
    />
  );
}

/** The box and its margin are together as large as a finger needs. */
const Input = styled('input')(({ theme }) => ({
  ...checkMark(theme),
  flex: 'none',
  width: '1.125rem',
  height: '1.125rem',
  margin: '0.625rem',
  '&:disabled': { cursor: 'default', opacity: 0.5 },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));
