/** A labelled field of several lines that grows with its text. */
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, memo, type ReactNode, useId } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from './field-frame.tsx';
import { useSteady } from './use-steady.ts';

interface TextAreaFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'sentences';
  readonly placeholder?: string;
  /** The field takes no longer input. */
  readonly maxLength?: number;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Marks the field as wrong and is read out. */
  readonly error?: ReactNode;
  /** A text that is shown while there is no error. */
  readonly hint?: ReactNode;
}

/** The field is not rendered again while other fields of its form change. */
export function TextAreaField(props: TextAreaFieldProps) {
  return <Field {...props} onChange={useSteady(props.onChange)} onKeyDown={useSteady(props.onKeyDown)} />;
}

const Field = memo(function Field(props: TextAreaFieldProps) {
  const { label, name, value, onChange, autoComplete, autoCapitalize, placeholder, maxLength, onKeyDown, error, hint } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <TextArea
        id={id}
        name={name}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete={autoComplete}
        autoCapitalize={autoCapitalize}
        placeholder={placeholder}
        maxLength={maxLength}
        spellCheck={false}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      />
    </FieldFrame>
  );
});

const TextArea = styled('textarea')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  padding: '8px 12px',
  border: 0,
  outline: 'none',
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  resize: 'vertical',
  fieldSizing: 'content',
  minHeight: '4.5rem',
  maxHeight: '16rem',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));
