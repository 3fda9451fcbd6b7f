/** One of several ranges; where several may be chosen, `ChoiceField` serves. */
import type { FilterOption } from '@leadloom/shared/tables/define-table';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { OptionLine } from '../../../components/filter-fields/choice-field.tsx';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { useListKeys } from '../../../components/filter-fields/use-list-keys.ts';
import { useListOpen } from '../../../components/filter-fields/use-list-open.ts';
import { useBegunText } from '../../../components/lazy-field.tsx';

interface RangeFieldProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Empty: any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function RangeField({ label, options, value, onChange }: RangeFieldProps) {
  const id = useId();
  const list = useListOpen();
  const { typed, onInputChange } = useBegunText(id);
  const chosen = options.find((option) => option.value === value) ?? null;
  const isChosen = typed === (chosen?.label ?? chosen?.value ?? '');
  const keys = useListKeys<FilterOption>({ typed: isChosen ? '' : typed, isOpen: list.open });
  return (
    <Labelled id={id} label={label}>
      <Tooltip title={chosen?.hint ?? ''} describeChild>
        <Autocomplete
          id={id}
          size="small"
          {...list}
          {...keys}
          inputValue={typed}
          onInputChange={onInputChange}
          options={[...options]}
          value={chosen}
          onChange={(_, next) => onChange(next?.value ?? '')}
          getOptionLabel={(option) => option.label ?? option.value}
          getOptionKey={(option) => option.value}
          renderOption={({ key, ...props }, option) => <OptionLine key={key} props={props} option={option} />}
          renderInput={(parameters) => <TextField {...parameters} placeholder="Any" />}
        />
      </Tooltip>
    </Labelled>
  );
}
