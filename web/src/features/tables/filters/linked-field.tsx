/**
 * What linked rows must be: the conditions in force, each with the operators and the field it has in its own table, and a list
 * of those that can be added. All of them are about the same linked row.
 */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { ANY_LINKED, parameterNames } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Autocomplete from '@mui/material/Autocomplete';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bestFirst } from '../../../components/filter-fields/best-first.ts';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { OPERATOR } from '../../../components/filter-fields/operator-choice.tsx';
import { useListKeys } from '../../../components/filter-fields/use-list-keys.ts';
import { BelowChip, useListOpen } from '../../../components/filter-fields/use-list-open.ts';
import { YesNoField } from '../../../components/filter-fields/yes-no-field.tsx';
import { useBegunText } from '../../../components/lazy-field.tsx';
import { type FilterValue, textValue } from './change-filters.ts';
import { FilterField } from './filter-field.tsx';
import { useObservedValues } from './use-observed-values.ts';

interface LinkedFieldProps {
  /** The table of the linked rows. */
  readonly table: TableName;
  readonly label: string;
  /** The parameters of the link, without its name. */
  readonly filters: TableFilters;
  /** `isTyped`: by keys, so that more may follow. */
  readonly set: (parameter: string, value: FilterValue, isTyped?: boolean) => void;
}

export function LinkedField({ table, label, filters, set }: LinkedFieldProps) {
  const known = tableByName(table).filters;
  const observedValues = useObservedValues(table);
  const isInForce = (filter: FilterDefinition) => parameterNames(filter).some((name) => filters[name] !== undefined);
  /** One whose field is still empty, or was emptied, stays as long as the fields are open. */
  const [added, setAdded] = useState<readonly string[]>(() => known.filter(isInForce).map(({ key }) => key));
  const [addCount, setAddCount] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  const chip = useContext(BelowChip);
  const among = useMemo(() => ({ ...chip, isAlone: false, begun: '' }), [chip]);
  const shownKeys = [...new Set([...added, ...known.filter(isInForce).map(({ key }) => key)])];
  const shown = shownKeys.flatMap((key) => known.find((filter) => filter.key === key) ?? []);
  const isNone = textValue(filters, ANY_LINKED) === 'false';

  useLayoutEffect(() => {
    if (addCount === 0) return;
    const condition = [...(fields.current?.querySelectorAll('[data-condition]') ?? [])].at(-1);
    const first = condition?.querySelector<HTMLElement>(`input:not([${OPERATOR}])`) ?? condition?.querySelector('input');
    first?.focus();
  }, [addCount]);

  function add(key: string): void {
    setAdded([...shownKeys, key]);
    setAddCount((count) => count + 1);
    if (isNone) set(ANY_LINKED, '');
  }

  function remove(filter: FilterDefinition): void {
    setAdded(shownKeys.filter((key) => key !== filter.key));
    for (const name of parameterNames(filter)) set(name, '');
    fields.current?.querySelector<HTMLElement>('[data-add] input')?.focus();
  }

  return (
    <Fields ref={fields}>
      {/* Among other filters nothing else says that these are conditions on linked rows. */}
      {!chip.isAlone && shown.length > 0 && <Name aria-hidden>{label}</Name>}
      <BelowChip value={among}>
        {shown.map((filter) => (
          <Condition key={filter.key} data-condition>
            <div className="field">
              <FilterField
                asked={null}
                table={table}
                filter={filter}
                filters={filters}
                observedValues={observedValues}
                set={set}
              />
            </div>
            <IconButton
              size="small"
              aria-label={`Remove ${filter.label}`}
              title={`Remove ${filter.label}`}
              onClick={() => remove(filter)}
            >
              <CloseRounded fontSize="small" />
            </IconButton>
          </Condition>
        ))}
      </BelowChip>
      {/* Among conditions an open list would cover what follows. */}
      <BelowChip value={shown.length === 0 ? chip : { ...chip, isAlone: false }}>
        <AddField
          // Its list opens anew where it is the only field.
          key={shown.length === 0 ? 'first' : 'more'}
          label={shown.length === 0 ? `${label} where` : `${label}, and where`}
          filters={known.filter(({ key }) => !shownKeys.includes(key))}
          onAdd={add}
        />
      </BelowChip>
      <YesNoField
        label={`With ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
        isYes={textValue(filters, ANY_LINKED) === 'true'}
        isNo={isNone}
        onChange={(isYes, isNo) => {
          set(ANY_LINKED, isYes ? 'true' : isNo ? 'false' : '');
          // No row could be without linked rows and have one that passes.
          if (isNo) for (const filter of shown) remove(filter);
          if (isNo) setAdded([]);
        }}
      />
    </Fields>
  );
}

interface AddFieldProps {
  readonly label: string;
  readonly filters: readonly FilterDefinition[];
  readonly onAdd: (key: string) => void;
}

function AddField({ label, filters, onAdd }: AddFieldProps) {
  const id = useId();
  const list = useListOpen();
  const { typed, setTyped } = useBegunText(id);
  const keys = useListKeys<FilterDefinition>({ typed, isOpen: list.open });
  const match = bestFirst<FilterDefinition>(({ label: name }) => name);
  return (
    <div data-add>
      <Labelled id={id} label={label}>
        <Autocomplete<FilterDefinition>
          id={id}
          size="small"
          {...list}
          {...keys}
          options={[...filters]}
          filterOptions={match}
          getOptionLabel={({ label: name }) => name}
          getOptionKey={({ key }) => key}
          value={null}
          onChange={(_, chosen) => {
            if (chosen === null) return;
            setTyped('');
            onAdd(chosen.key);
          }}
          inputValue={typed}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          noOptionsText="Nothing found"
          renderInput={(parameters) => <TextField {...parameters} placeholder="Choose a condition" />}
        />
      </Labelled>
    </div>
  );
}

const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.75rem' });

const Name = styled('div')({ fontSize: '0.8125rem', fontWeight: 560 });

const Condition = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: '0.25rem',
  paddingBottom: '0.75rem',
  borderBottom: `1px solid ${vars.palette.divider}`,
  '& > .field': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.75rem' },
}));
