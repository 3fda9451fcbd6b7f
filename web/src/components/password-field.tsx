import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';

type PasswordFieldProps = Omit<FormFieldProps, 'type' | 'endAdornment'>;

/** A password field that can show the typed text. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <Button
          size="small"
          color="inherit"
          aria-pressed={isShown}
          aria-label="Show what is typed"
          onClick={() => setShown(!isShown)}
          sx={{ minWidth: 0, minHeight: 28, color: 'text.secondary' }}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
