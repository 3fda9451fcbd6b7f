import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useId } from 'react';

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
      <Select id={id} name={name} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Box>
  );
}

const Select = styled('select')(({ theme: { vars } }) => ({
  width: '100%',
  minHeight: '2.5rem',
  padding: '0 6px 0 8px',
  border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
  borderRadius: vars.shape.borderRadius,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  '&:disabled': { color: vars.palette.text.disabled },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  // The list itself is drawn by the browser, which takes its colours from here.
  '& option': { color: vars.palette.text.primary, backgroundColor: vars.palette.background.paper },
}));
