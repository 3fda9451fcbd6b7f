/** A search field. The typed text stays as it is; surrounding spaces are not searched for. */
import { FILTER_TEXT_LIMIT } from '@leadloom/shared/tables/filter-query';
import { useId, useState } from 'react';
import { ControlFrame } from '../control-frame.tsx';
import { PlainInput } from '../plain-input.tsx';
import { cleanValue } from './clean-value.ts';
import { FIELD_TEXT } from './field-frames.ts';
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
      <ControlFrame style={FIELD_TEXT}>
        <PlainInput
          id={id}
          type="search"
          value={cleanValue(typed) === value ? typed : value}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(cleanValue(target.value));
          }}
          maxLength={FILTER_TEXT_LIMIT}
          spellCheck={false}
          autoComplete="off"
        />
      </ControlFrame>
    </Labelled>
  );
}
