/** A search field. The typed text stays as it is; surrounding spaces are not searched for. */
import { FILTER_TEXT_LIMIT } from '@leadloom/shared/tables/filter-limits';
import { useContext, useEffect, useId, useState } from 'react';
import { ControlFrame } from '../control-frame.tsx';
import { PlainInput } from '../plain-input.tsx';
import { cleanValue } from './clean-value.ts';
import { FIELD_TEXT } from './field-frames.ts';
import { Labelled } from './labelled.tsx';
import { BelowChip } from './use-list-open.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  const { begun } = useContext(BelowChip);
  const [typed, setTyped] = useState(begun === '' ? value : begun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is there
  useEffect(() => {
    if (begun !== '') onChange(cleanValue(begun));
  }, []);
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
