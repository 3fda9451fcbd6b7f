/** A labelled text field. A plain input in the theme's colours, because sign-in loads it before anything else. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from './field-frame.tsx';

export interface FormFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'words' | 'characters';
  /** Longer input is not taken. */
  readonly maxLength?: number;
  readonly isDisabled?: boolean;
  readonly hasFocusFirst?: boolean;
  /** Marks the field as wrong and is read out. */
  readonly error?: string | null;
  /** Shown while there is no error. */
  readonly hint?: ReactNode;
  readonly endAdornment?: ReactNode;
}

export function FormField(props: FormFieldProps) {
  const { label, name, value, onChange, onBlur, error, hint, endAdornment } = props;
  const { type = 'text', autoComplete, autoCapitalize = 'none', maxLength, isDisabled, hasFocusFirst } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <Input
        id={id}
        name={name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={isDisabled}
        autoComplete={autoComplete}
        autoCapitalize={autoCapitalize}
        maxLength={maxLength}
        spellCheck={false}
        // The first field of a page that is nothing but a form.
        autoFocus={hasFocusFirst}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      />
      {endAdornment}
    </FieldFrame>
  );
}

const Input = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  padding: '0 12px',
  border: 0,
  outline: 'none',
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  '&:disabled': { color: theme.vars.palette.text.disabled },
  // Chrome paints filled-in fields in its own blue; keep ours.
  '&:autofill': {
    WebkitTextFillColor: theme.vars.palette.text.primary,
    boxShadow: `inset 0 0 0 100px color-mix(in srgb, ${theme.vars.palette.secondary.light} 16%, ${theme.vars.palette.background.paper})`,
  },
}));
