/**
 * A choice of any values from a list. Values found in the data follow the known ones; unknown values from the
 * address stay selected.
 */
import type { FilterOption } from '@leadloom/shared/tables/define-table';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { useBegunText } from '../lazy-field.tsx';
import { bestFirst } from './best-first.ts';
import { Labelled } from './labelled.tsx';
import { useChosenOrder } from './use-chosen-order.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListOpen } from './use-list-open.ts';

export interface ChoiceFieldProps {
  /** The id of its input; by default an id of its own. */
  readonly id?: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Values that are offered in addition to the options. */
  readonly observedValues?: readonly string[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** A longer list is searched, not read. */
const SHOWN_OPTIONS = 300;

export function ChoiceField({ id: givenId, label, options, observedValues = [], values, onChange }: ChoiceFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const { begun, typed, setTyped, onInputChange } = useBegunText(id);
  const list = useListOpen({ isBegun: begun.isPressed || begun.text !== '', isMultiple: true });
  const chosen = useChosenOrder(values);
  const byValue = new Map(options.map((option) => [option.value, option]));
  const labelOf = (value: string) => byValue.get(value)?.label ?? value;
  const offered = [...new Set([...byValue.keys(), ...observedValues, ...values])];
  const match = bestFirst(labelOf, SHOWN_OPTIONS);
  const isTyping = typed.trim() !== '';
  const [best] = isTyping ? match(offered, { inputValue: typed }) : [];
  const isChosen = best !== undefined && values.includes(best);
  const keys = useListKeys({
    typed,
    isOpen: list.open,
    isUnmarked: isChosen,
    // Who types a chosen one again has it already, and means no other.
    onEnter: () => {
      if (isChosen) setTyped('');
      return isChosen;
    },
  });
  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        id={id}
        multiple
        size="small"
        limitTags={1}
        {...list}
        {...keys}
        inputValue={typed}
        onInputChange={onInputChange}
        options={offered}
        value={chosen}
        onChange={(_, next) => onChange(next)}
        getOptionLabel={labelOf}
        // Who types looks for another one, and Enter takes none away.
        filterOptions={(all, state) => match(isTyping ? all.filter((value) => !values.includes(value)) : all, state)}
        noOptionsText={isChosen ? 'Already chosen' : 'No options'}
        renderOption={({ key, ...props }, value) => (
          <OptionLine key={key} props={props} option={byValue.get(value) ?? { value }} />
        )}
        renderInput={(parameters) => (
          <TextField {...parameters} autoFocus={begun.hasFocus} placeholder={values.length === 0 ? 'Any' : ''} />
        )}
      />
    </Labelled>
  );
}

interface OptionLineProps {
  readonly props: React.HTMLAttributes<HTMLLIElement>;
  readonly option: FilterOption;
}

/** If the label alone misleads, a tooltip explains it. */
export function OptionLine({ props, option }: OptionLineProps) {
  const line = <li {...props}>{option.label ?? option.value}</li>;
  if (option.hint === undefined) return line;
  return (
    <Tooltip title={option.hint} placement="right" describeChild>
      {line}
    </Tooltip>
  );
}
