/** A labelled choice of one. The browser's own list: it opens where people expect it, on every device. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from './field-frame.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** What stands for no choice; it can be chosen again. */
  readonly emptyLabel: string;
  readonly autoComplete?: string;
  readonly error?: string | null;
  readonly hint?: ReactNode;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, value, onChange, options, emptyLabel, autoComplete, error, hint } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <Select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      >
        <option value="">{emptyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}

const Select = styled('select')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: '2.5rem',
  padding: '0 6px 0 8px',
  border: 0,
  outline: 'none',
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  // The list itself is drawn by the browser, which takes its colours from here.
  '& option': { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.background.paper },
}));
