/** One parameter: a number, or blank for the default, which is its placeholder. Says so where what is typed will not be sent. */
import { ANALYSIS_DEFAULTS } from '@leadloom/shared/contract/trends';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from '../../../components/field-frame.tsx';
import { ignoredText, type ParameterName, readParameter } from './parameters.ts';

interface ParameterFieldProps {
  readonly name: ParameterName;
  readonly label: string;
  readonly hint: string;
  readonly min: number;
  readonly step: number;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function ParameterField(props: ParameterFieldProps) {
  const { name, label, hint, min, step, text, onChange } = props;
  const id = useId();
  // Browsers report letters in a field for numbers as nothing at all.
  const [isUnreadable, setUnreadable] = useState(false);
  const isBlank = text.trim() === '';
  const isWrong = isBlank ? isUnreadable : readParameter(name, text) === null;
  const error = isWrong ? ignoredText(name) : null;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <NumberInput
        id={id}
        name={name}
        type="number"
        inputMode="decimal"
        min={min}
        step={step}
        value={text}
        placeholder={String(ANALYSIS_DEFAULTS[name])}
        autoComplete="off"
        onChange={(event) => {
          setUnreadable(event.target.validity.badInput);
          onChange(event.target.value);
        }}
        onBlur={(event) => setUnreadable(event.target.validity.badInput)}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      />
    </FieldFrame>
  );
}

const NumberInput = styled('input')(({ theme }) => ({
  // A number's own width would widen its column.
  width: '100%',
  alignSelf: 'stretch',
  padding: '0 0 0 12px',
  border: 0,
  outline: 'none',
  borderRadius: 'inherit',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));
