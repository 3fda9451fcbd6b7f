/** Countries of collected people. One from the address stays selected even if it is not among them. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { bestFirst } from '../../../components/filter-fields/best-first.ts';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { useListKeys } from '../../../components/filter-fields/use-list-keys.ts';
import { useListOpen } from '../../../components/filter-fields/use-list-open.ts';
import { useBegunText } from '../../../components/lazy-field.tsx';

export interface CountryFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly countries: readonly string[];
  /** Empty: any. */
  readonly value: string;
  readonly onChange: (country: string) => void;
}

const offerCountries = bestFirst((country: string) => country);

export function CountryField({ id: givenId, label, countries, value, onChange }: CountryFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const { begun, typed, onInputChange } = useBegunText(id);
  const list = useListOpen({ isBegun: begun.isPressed || begun.text !== '' });
  const keys = useListKeys({ typed: typed === value ? '' : typed, isOpen: list.open });
  const offered = value === '' || countries.includes(value) ? countries : [...countries, value];
  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        id={id}
        size="small"
        {...list}
        {...keys}
        inputValue={typed}
        onInputChange={onInputChange}
        options={[...offered]}
        filterOptions={offerCountries}
        value={value === '' ? null : value}
        onChange={(_, next) => onChange(next ?? '')}
        renderInput={(parameters) => <TextField {...parameters} autoFocus={begun.hasFocus} placeholder="Any" />}
      />
    </Labelled>
  );
}
