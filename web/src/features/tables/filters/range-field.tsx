/** One of several ranges; where several may be chosen, `ChoiceField` serves. */
import type { FilterOption } from '@leadloom/shared/tables/define-table';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useId } from 'react';
import { OptionLine } from '../../../components/filter-fields/choice-field.tsx';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { useListKeys } from '../../../components/filter-fields/use-list-keys.ts';
import { useListOpen } from '../../../components/filter-fields/use-list-open.ts';
import { countedValues, countIn, type ValueCounts } from '../../../components/filter-fields/value-counts.ts';
import { useBegunText } from '../../../components/lazy-field.tsx';

interface RangeFieldProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Empty: any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How many rows are in which range; null: not known. */
  readonly counts: ValueCounts | null;
  /** The list opened or closed. Stable between renders. */
  readonly onLook: (isOpen: boolean, typed: string) => void;
}

export function RangeField({ label, options, value, onChange, counts, onLook }: RangeFieldProps) {
  const id = useId();
  const list = useListOpen();
  const { typed, onInputChange } = useBegunText(id);
  useEffect(() => onLook(list.open, ''), [onLook, list.open]);
  const offered = options.map((option) => option.value);
  const countOf = counts === null ? () => undefined : countIn(counts, offered);
  const shown =
    counts === null || typed !== ''
      ? offered
      : countedValues({ counts, offered, chosen: value === '' ? [] : [value], order: 'own', labelOf: (one) => one });
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
          options={options.filter((option) => shown.includes(option.value))}
          value={chosen}
          onChange={(_, next) => onChange(next?.value ?? '')}
          getOptionLabel={(option) => option.label ?? option.value}
          getOptionKey={(option) => option.value}
          renderOption={({ key, ...props }, option) => (
            <OptionLine key={key} props={props} option={option} count={countOf(option.value)} />
          )}
          renderInput={(parameters) => <TextField {...parameters} placeholder="Any" />}
        />
      </Tooltip>
    </Labelled>
  );
}
