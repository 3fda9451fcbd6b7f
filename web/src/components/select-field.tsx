/** A labelled choice of one. */
import { styled } from '@mui/material/styles';
import { memo, type ReactNode, useId } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from './field-frame.tsx';
import { NativeSelect } from './native-select.tsx';
import { useSteady } from './use-steady.ts';

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
  /** The label of the empty choice, which can be chosen again. */
  readonly emptyLabel: string;
  readonly autoComplete?: string;
  readonly isDisabled?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
}

/** The field is not rendered again while other fields of its form change. */
export function SelectField(props: SelectFieldProps) {
  return <Field {...props} onChange={useSteady(props.onChange)} />;
}

const Field = memo(function Field(props: SelectFieldProps) {
  const { label, name, value, onChange, options, emptyLabel, autoComplete, isDisabled, error, hint } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <FramedSelect
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        disabled={isDisabled}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      >
        <option value="">{emptyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </FramedSelect>
    </FieldFrame>
  );
});

/** The frame around it has the border and shows the focus. */
const FramedSelect = styled(NativeSelect)({
  flex: 1,
  minHeight: '2.5rem',
  border: 0,
  borderRadius: 'inherit',
  color: 'inherit',
  '&&:focus-visible': { outline: 'none' },
});
