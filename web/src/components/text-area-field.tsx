/** A labelled field of several lines that grows with its text. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { FieldFrame, messageIdOf } from './field-frame.tsx';

interface TextAreaFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete?: string;
  /** Longer input is not taken. */
  readonly maxLength?: number;
  readonly hint?: ReactNode;
}

export function TextAreaField({ label, name, value, onChange, autoComplete, maxLength, hint }: TextAreaFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <TextArea
        id={id}
        name={name}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        maxLength={maxLength}
        spellCheck={false}
        aria-describedby={messageIdOf(id)}
      />
    </FieldFrame>
  );
}

const TextArea = styled('textarea')({
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
});
