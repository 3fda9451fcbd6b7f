/** The button that sends a form. It is not rendered again while the fields of the form change. */
import Button, { type ButtonProps } from '@mui/material/Button';
import { memo } from 'react';

interface SubmitButtonProps extends Pick<ButtonProps, 'ref' | 'variant' | 'size' | 'fullWidth' | 'color' | 'sx'> {
  readonly label: string;
  readonly isDisabled: boolean;
}

export const SubmitButton = memo(function SubmitButton({ label, isDisabled, ...look }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" {...look} disabled={isDisabled}>
      {label}
    </Button>
  );
});
