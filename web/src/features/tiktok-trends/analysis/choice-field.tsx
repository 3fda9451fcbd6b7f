import Box from '@mui/material/Box';
import { useId } from 'react';
import { NativeSelect } from '../../../components/native-select.tsx';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
}

/** A choice of one that always has a value, so it needs neither an empty entry nor a message. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, name, value, options, onChange, isDisabled = false } = props;
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
        {label}
      </Box>
      <NativeSelect
        id={id}
        name={name}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        sx={{ width: '100%', minHeight: '2.5rem' }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}
