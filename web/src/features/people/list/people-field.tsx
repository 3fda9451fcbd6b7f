/** The field of one filter of collected people. Fields are large, and are loaded when the first of them is opened. */
import type { FilterDefinition, FlagFilter } from '@leadloom/shared/tables/define-table';
import { parametersOf } from '@leadloom/shared/tables/filter-parameters';
import { type ReactNode, useCallback, useContext, useState } from 'react';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { DatesField } from '../../../components/filter-fields/dates-field.tsx';
import type { FilterOperator } from '../../../components/filter-fields/filter-operators.ts';
import { NumbersField } from '../../../components/filter-fields/numbers-field.tsx';
import { OperatedFields } from '../../../components/filter-fields/operated-fields.tsx';
import { operatorChanges, operatorsInForce, operatorsOf } from '../../../components/filter-fields/operators-of.ts';
import { SearchField } from '../../../components/filter-fields/search-field.tsx';
import { TextsField } from '../../../components/filter-fields/texts-field.tsx';
import { BelowChip } from '../../../components/filter-fields/use-list-open.ts';
import { useValueCounts } from '../../../components/filter-fields/use-value-counts.ts';
import { YesNoField } from '../../../components/filter-fields/yes-no-field.tsx';
import { peopleCounts } from './people-counts.ts';
import { listValue, type PeopleFilters, type PeopleQuery, type SetFilter, textValue } from './people-filters.ts';

interface PeopleFieldProps {
  readonly filter: FilterDefinition;
  readonly filters: PeopleFilters;
  /** What is asked for; null: not known yet. */
  readonly asked: PeopleQuery | null;
  readonly set: SetFilter;
  readonly countries: readonly string[];
}

export function PeopleField(props: PeopleFieldProps) {
  const { filter, filters, set } = props;
  const { key, label } = filter;
  if (filter.kind === 'search')
    return <SearchField label={label} value={textValue(filters, key)} onChange={(text) => set(key, text, true)} />;
  if (filter.kind === 'flag') return <FlagField {...props} filter={filter} />;
  const change = (changes: ReturnType<typeof operatorChanges>) => {
    for (const [name, value] of changes) set(name, value);
  };
  const operators = operatorsOf(filter);
  return (
    <OperatedFields
      label={label}
      operators={operators}
      inForce={operatorsInForce(filter, filters)}
      first={operators[0] ?? null}
      onChoose={(operator) => change(operatorChanges(filter, filters, operator))}
      onClear={() => change(parametersOf(filter).flatMap(({ name, role }) => (role === 'has' ? [[name, ''] as const] : [])))}
      field={(operator, name) => (
        <ValueField
          {...props}
          operator={operator}
          label={name}
          onBlank={() => {
            // In addition to values that must not be, the blank must not be.
            if (operator === 'not') set(`${key}_has`, 'true');
            else change(operatorChanges(filter, filters, 'blank'));
          }}
        />
      )}
    />
  );
}

function FlagField({ filter, filters, asked, set }: PeopleFieldProps & { readonly filter: FlagFilter }) {
  const { key, label } = filter;
  const { isAlone } = useContext(BelowChip);
  const counts = useValueCounts({ source: peopleCounts, filter, asked, isOpen: isAlone, typed: '' });
  const countOf = (value: string) => counts?.values.find((one) => one.value === value)?.count ?? 0;
  return (
    <YesNoField
      label={label}
      isYes={filters[key] === 'true'}
      isNo={filters[`${key}_not`] === true}
      counts={counts === null ? null : { yes: countOf('true'), no: countOf('false') }}
      onChange={(isYes, isNo) => {
        set(key, isYes ? 'true' : '');
        set(`${key}_not`, isNo || '');
      }}
    />
  );
}

interface ValueFieldProps extends PeopleFieldProps {
  readonly operator: FilterOperator;
  readonly label: string;
  /** People without a value were chosen among the values. */
  readonly onBlank: () => void;
}

function ValueField({ filter, filters, asked, set, countries, operator, label, onBlank }: ValueFieldProps): ReactNode {
  const { key } = filter;
  const [look, setLook] = useState({ isOpen: false, typed: '' });
  const onLook = useCallback((isOpen: boolean, typed: string) => setLook({ isOpen, typed }), []);
  const counts = useValueCounts({ source: peopleCounts, filter, asked, ...look });
  const name = operator === 'not' ? `${key}_not` : key;
  const values = { label, values: listValue(filters, name), onChange: (next: readonly string[]) => set(name, next) };
  const counted = { counts, onLook, onBlank };
  if (filter.kind === 'choice') {
    // Of other choices, the counts have the values.
    const observedValues = key === 'country' ? countries : [];
    return <ChoiceField {...values} options={filter.options} observedValues={observedValues} {...counted} />;
  }
  if (filter.kind === 'text') return <TextsField {...values} {...counted} />;
  if (filter.kind === 'dates') {
    const { after, before } = filter;
    return (
      <DatesField
        label={label}
        after={textValue(filters, after)}
        before={textValue(filters, before)}
        onAfterChange={(day, isTyped) => set(after, day, isTyped)}
        onBeforeChange={(day, isTyped) => set(before, day, isTyped)}
      />
    );
  }
  return (
    <NumbersField
      label={label}
      from={textValue(filters, `${key}_from`)}
      to={textValue(filters, `${key}_to`)}
      onChange={(from, to) => {
        set(`${key}_from`, from, true);
        set(`${key}_to`, to, true);
      }}
    />
  );
}
