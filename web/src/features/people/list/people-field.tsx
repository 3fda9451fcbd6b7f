/** The field of one filter of collected people. Fields are large, and are loaded when the first of them is opened. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { parametersOf } from '@leadloom/shared/tables/filter-parameters';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { DatesField } from '../../../components/filter-fields/dates-field.tsx';
import type { FilterOperator } from '../../../components/filter-fields/filter-operators.ts';
import { NumbersField } from '../../../components/filter-fields/numbers-field.tsx';
import { OperatedFields } from '../../../components/filter-fields/operated-fields.tsx';
import { operatorChanges, operatorsInForce, operatorsOf } from '../../../components/filter-fields/operators-of.ts';
import { SearchField } from '../../../components/filter-fields/search-field.tsx';
import { TextsField } from '../../../components/filter-fields/texts-field.tsx';
import { YesNoField } from '../../../components/filter-fields/yes-no-field.tsx';
import { listValue, type PeopleFilters, type SetFilter, textValue } from './people-filters.ts';

interface PeopleFieldProps {
  readonly filter: FilterDefinition;
  readonly filters: PeopleFilters;
  readonly set: SetFilter;
  readonly countries: readonly string[];
}

export function PeopleField(props: PeopleFieldProps) {
  const { filter, filters, set } = props;
  const { key, label } = filter;
  if (filter.kind === 'search')
    return <SearchField label={label} value={textValue(filters, key)} onChange={(text) => set(key, text, true)} />;
  if (filter.kind === 'flag') {
    return (
      <YesNoField
        label={label}
        isYes={filters[key] === 'true'}
        isNo={filters[`${key}_not`] === true}
        onChange={(isYes, isNo) => {
          set(key, isYes ? 'true' : '');
          set(`${key}_not`, isNo || '');
        }}
      />
    );
  }
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
      field={(operator, name) => <ValueField {...props} operator={operator} label={name} />}
    />
  );
}

interface ValueFieldProps extends PeopleFieldProps {
  readonly operator: FilterOperator;
  readonly label: string;
}

function ValueField({ filter, filters, set, countries, operator, label }: ValueFieldProps): ReactNode {
  const { key } = filter;
  const name = operator === 'not' ? `${key}_not` : key;
  const values = { label, values: listValue(filters, name), onChange: (next: readonly string[]) => set(name, next) };
  if (filter.kind === 'choice') return <ChoiceField {...values} options={filter.options} observedValues={countries} />;
  if (filter.kind === 'text') return <TextsField {...values} />;
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
