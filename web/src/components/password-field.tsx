import Button from '@mui/material/Button';
import { memo, useState } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import { useSteady } from './use-steady.ts';

type PasswordFieldProps = Omit<FormFieldProps, 'type' | 'endAdornment'>;

/** A password field that can show the typed text. */
export function PasswordField(props: PasswordFieldProps) {
  return <Field {...props} onChange={useSteady(props.onChange)} onBlur={useSteady(props.onBlur)} />;
}

const Field = memo(function Field(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={<ShowButton isShown={isShown} onChange={setShown} />}
    />
  );
});

interface ShowButtonProps {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

const ShowButton = memo(function ShowButton({ isShown, onChange }: ShowButtonProps) {
  return (
    <Button
      size="small"
      color="inherit"
      aria-pressed={isShown}
      aria-label="Show what is typed"
      onClick={() => onChange(!isShown)}
      sx={{ minWidth: 0, minHeight: 28, color: 'text.secondary' }}
    >
      {isShown ? 'Hide' : 'Show'}
    </Button>
  );
});
