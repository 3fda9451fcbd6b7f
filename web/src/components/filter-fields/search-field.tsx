/** A search field. The typed text stays as it is; surrounding spaces are not searched for. */
import { FILTER_TEXT_LIMIT } from '@leadloom/shared/tables/filter-query';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { cleanValue } from './clean-value.ts';
import { Labelled } from './labelled.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  return (
    <Labelled id={id} label={label}>
      <TextField
        id={id}
        type="search"
        value={cleanValue(typed) === value ? typed : value}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(cleanValue(event.target.value));
        }}
        slotProps={{ htmlInput: { maxLength: FILTER_TEXT_LIMIT, spellCheck: false, autoComplete: 'off' } }}
      />
    </Labelled>
  );
}
