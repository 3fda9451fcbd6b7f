/** One of several ranges; where several may be chosen, `ChoiceField` serves. */
import type { FilterOption } from '@leadloom/shared/tables/define-table';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { OptionLine } from '../../../components/filter-fields/choice-field.tsx';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { useListOpen } from '../../../components/filter-fields/use-list-open.ts';

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
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Labelled id={id} label={label}>
      <Tooltip title={chosen?.hint ?? ''} describeChild>
        <Autocomplete
          id={id}
          size="small"
          {...list}
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
