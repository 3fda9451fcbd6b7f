/**
 * A choice of any values from a list. Values found in the data follow the known ones; unknown values from the
 * address stay selected.
 */
import type { FilterOption } from '@leadloom/shared/tables/define-table';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useId, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { useAccountKey } from '../../lib/session/session.ts';
import { useBegunText } from '../lazy-field.tsx';
import { TextButton } from '../text-button.tsx';
import { bestFirst } from './best-first.ts';
import { Labelled } from './labelled.tsx';
import { useChosenOrder } from './use-chosen-order.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListOpen } from './use-list-open.ts';
import {
  BLANK_TEXT,
  BLANK_VALUE,
  countedValues,
  countIn,
  noteValueOrder,
  readValueOrder,
  type ValueCounts,
} from './value-counts.ts';

export interface ChoiceFieldProps {
  /** The id of its input; by default an id of its own. */
  readonly id?: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Values that are offered in addition to the options. */
  readonly observedValues?: readonly string[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** How many rows have which value; null: not known. */
  readonly counts?: ValueCounts | null;
  /** The list opened or closed, or another text is typed. Stable between renders. */
  readonly onLook?: ((isOpen: boolean, typed: string) => void) | undefined;
  /** The values keep their order, as ranges do. */
  readonly isOrdered?: boolean;
  /** The rows without a value were chosen; undefined: they cannot be. */
  readonly onBlank?: () => void;
  /** The title of the section in which a value stands; undefined: there are no sections. */
  readonly sectionOf?: (value: string) => string;
}

/** A longer list is searched, not read. */
const SHOWN_OPTIONS = 300;

export function ChoiceField(props: ChoiceFieldProps) {
  const { id: givenId, label, options, observedValues = [], values, onChange } = props;
  const { counts: known = null, onLook, isOrdered = false, onBlank, sectionOf } = props;
  const ownId = useId();
  const id = givenId ?? ownId;
  const { begun, typed, setTyped, onInputChange } = useBegunText(id);
  const list = useListOpen({ isBegun: begun.isPressed || begun.text !== '', isMultiple: true });
  const chosen = useChosenOrder(values);
  const byValue = new Map(options.map((option) => [option.value, option]));
  const labelOf = (value: string) => (value === BLANK_VALUE ? BLANK_TEXT : (byValue.get(value)?.label ?? value));
  const account = useAccountKey() ?? '';
  const [order, setOrder] = useState(() => readValueOrder(account));
  useEffect(() => onLook?.(list.open, typed), [onLook, list.open, typed]);
  const counts = useMemo(() => (known === null || onBlank !== undefined ? known : { ...known, blank: null }), [known, onBlank]);
  const uncounted = [...new Set([...byValue.keys(), ...observedValues, ...values])];
  const countOf = counts === null ? () => undefined : countIn(counts, uncounted);
  const counted =
    counts === null
      ? uncounted
      : countedValues({ counts, offered: uncounted, chosen: values, order: isOrdered ? 'own' : order, labelOf });
  // A text is looked for among all values, also those without rows.
  const offered = typed.trim() === '' ? counted : [...new Set([...uncounted, ...counted])];
  const ranked = bestFirst(labelOf, SHOWN_OPTIONS);
  const match: typeof ranked =
    sectionOf === undefined ? ranked : (values, state) => [...Map.groupBy(ranked(values, state), sectionOf).values()].flat();
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
    <Labelled
      id={id}
      label={label}
      action={
        counts !== null &&
        !isOrdered && (
          <TextButton
            type="button"
            // The field keeps the focus, and its list stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              const next = order === 'count' ? 'name' : 'count';
              setOrder(next);
              noteValueOrder(account, next);
            }}
          >
            {order === 'count' ? 'Sort by name' : 'Sort by count'}
          </TextButton>
        )
      }
    >
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
        {...(sectionOf === undefined ? {} : { groupBy: sectionOf })}
        value={chosen}
        onChange={(_, next) => {
          if (next.includes(BLANK_VALUE)) onBlank?.();
          else onChange(next);
        }}
        getOptionLabel={labelOf}
        // Who types looks for another one, and Enter takes none away.
        filterOptions={(all, state) => match(isTyping ? all.filter((value) => !values.includes(value)) : all, state)}
        noOptionsText={isChosen ? 'Already chosen' : 'No options'}
        renderOption={({ key, ...props }, value) => (
          <OptionLine
            key={key}
            props={props}
            option={byValue.get(value) ?? { value, label: labelOf(value) }}
            count={countOf(value)}
          />
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
  /** The number of rows with the value; undefined: not known. */
  readonly count?: number | undefined;
}

/** If the label alone misleads, a tooltip explains it. */
export function OptionLine({ props, option, count }: OptionLineProps) {
  const text = option.label ?? option.value;
  const line =
    count === undefined ? (
      <li {...props}>{text}</li>
    ) : (
      <li {...props} aria-description={formatRows(count)}>
        <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{text}</span>
        <span aria-hidden style={{ paddingInlineStart: '1rem', fontVariantNumeric: 'tabular-nums', opacity: 0.7 }}>
          {formatCount(count)}
        </span>
      </li>
    );
  if (option.hint === undefined) return line;
  return (
    <Tooltip title={option.hint} placement="right" describeChild>
      {line}
    </Tooltip>
  );
}
