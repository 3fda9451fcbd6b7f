/** The browser's own checkbox in the theme's colours. */
import { styled } from '@mui/material/styles';
import type { ChangeEvent } from 'react';

interface CheckBoxProps {
  readonly isChecked: boolean;
  /** Some of what it stands for is checked. */
  readonly isPartly?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
  /** Without a visible label beside it. */
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

/** With its margin as large as a finger needs. */
const Input = styled('input')(({ theme: { vars } }) => ({
  flex: 'none',
  width: '1.125rem',
  height: '1.125rem',
  margin: '0.625rem',
  accentColor: vars.palette.primary.main,
  cursor: 'pointer',
  '&:disabled': { cursor: 'default' },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
}));
