/** The control of one filter, by its kind: its operators, and the field of the one that is chosen. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { FilterDefinition, FlagFilter } from '@leadloom/shared/tables/define-table';
import { parametersOf } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
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
import { call } from '../../../lib/api-client/call.ts';
import { type FilterValue, listValue, textValue } from './change-filters.ts';
import { LookupField } from './lookup-field.tsx';
import { RangeField } from './range-field.tsx';
import { useCountSource } from './use-count-source.ts';

interface FilterFieldProps {
  readonly table: TableName;
  readonly filter: FilterDefinition;
  readonly filters: TableFilters;
  /** The filters in force, with the moment of `updated_after`; null: not known yet. */
  readonly asked: TableFilters | null;
  /** Values met in the data, by the filter's key. */
  readonly observedValues: Readonly<Record<string, readonly string[]>>;
  /** `isTyped`: by keys, so that more may follow. */
  readonly set: (parameter: string, value: FilterValue, isTyped?: boolean) => void;
}

export function FilterField(props: FilterFieldProps) {
  const { filter, filters, set } = props;
  if (filter.kind === 'search') {
    const { key, label } = filter;
    return <SearchField label={label} value={textValue(filters, key)} onChange={(value) => set(key, value, true)} />;
  }
  if (filter.kind === 'flag') return <FlagFilterField {...props} filter={filter} />;
  const change = (changes: ReturnType<typeof operatorChanges>) => {
    for (const [parameter, value] of changes) set(parameter, value);
  };
  const operators = operatorsOf(filter);
  return (
    <OperatedFields
      label={filter.label}
      operators={operators}
      inForce={operatorsInForce(filter, filters)}
      first={filter.kind === 'presence' ? null : (operators[0] ?? null)}
      onChoose={(operator) => change(operatorChanges(filter, filters, operator))}
      onClear={() => change(parametersOf(filter).flatMap(({ name, role }) => (role === 'has' ? [[name, ''] as const] : [])))}
      field={(operator, label) => (
        <ValueField
          {...props}
          operator={operator}
          label={label}
          onBlank={() => {
            // In addition to values that must not be, the blank must not be.
            if (operator === 'not') set(`${filter.key}_has`, 'true');
            else change(operatorChanges(filter, filters, 'blank'));
          }}
        />
      )}
    />
  );
}

function FlagFilterField({ table, filter, filters, asked, set }: FilterFieldProps & { readonly filter: FlagFilter }) {
  const { key, label } = filter;
  const { isAlone } = useContext(BelowChip);
  const source = useCountSource(table);
  const counts = useValueCounts({ source, filter, asked, isOpen: isAlone, typed: '' });
  const countOf = (value: string) => counts?.values.find((one) => one.value === value)?.count ?? 0;
  return (
    <YesNoField
      label={label}
      isYes={filters[key] === true}
      isNo={filters[`${key}_not`] === true}
      counts={counts === null ? null : { yes: countOf('true'), no: countOf('false') }}
      onChange={(isYes, isNo) => {
        set(key, isYes);
        set(`${key}_not`, isNo);
      }}
    />
  );
}

interface ValueFieldProps extends FilterFieldProps {
  readonly operator: FilterOperator;
  readonly label: string;
  /** The rows without a value were chosen among the values. */
  readonly onBlank: () => void;
}

function ValueField({
  table,
  filter,
  filters,
  asked,
  observedValues,
  set,
  operator,
  label,
  onBlank,
}: ValueFieldProps): ReactNode {
  const { key } = filter;
  const suggest = useCallback(
    (q: string, signal: AbortSignal) => call(tableEndpoints[table].suggest, { query: { filter: key, q } }, { signal }),
    [table, key],
  );
  const [look, setLook] = useState({ isOpen: false, typed: '' });
  const onLook = useCallback((isOpen: boolean, typed: string) => setLook({ isOpen, typed }), []);
  const source = useCountSource(table);
  const counted = { counts: useValueCounts({ source, filter, asked, ...look }), onLook };
  const parameter = operator === 'not' ? `${key}_not` : key;
  const values = { values: listValue(filters, parameter), onChange: (next: readonly string[]) => set(parameter, next) };
  switch (filter.kind) {
    case 'choice':
      return (
        <ChoiceField
          label={label}
          options={filter.options}
          observedValues={observedValues[key] ?? []}
          {...values}
          {...counted}
          onBlank={onBlank}
        />
      );
    case 'lookup':
      return <LookupField filter={filter} label={label} {...values} {...counted} onBlank={onBlank} />;
    case 'text':
      // Names of people and sites are nearly as many as rows: nobody looks through them.
      return filter.isSuggested ? (
        <TextsField label={label} {...values} {...counted} suggest={suggest} onBlank={onBlank} />
      ) : (
        <TextsField label={label} {...values} />
      );
    case 'range':
    case 'numbers':
      if (filter.kind === 'numbers' || operator === 'between') {
        return (
          <NumbersField
            label={label}
            from={textValue(filters, `${key}_from`)}
            to={textValue(filters, `${key}_to`)}
            hint={isMoney(table, filter.column) ? 'In millions of dollars.' : undefined}
            onChange={(from, to) => {
              set(`${key}_from`, from, true);
              set(`${key}_to`, to, true);
            }}
          />
        );
      }
      if (filter.isMultiple) return <ChoiceField label={label} options={filter.options} {...values} {...counted} isOrdered />;
      return (
        <RangeField
          label={label}
          options={filter.options}
          value={textValue(filters, key)}
          onChange={(value) => set(key, value)}
          {...counted}
        />
      );
    case 'dates':
      return (
        <DatesField
          label={label}
          after={textValue(filters, filter.after)}
          before={textValue(filters, filter.before)}
          onAfterChange={(day, isTyped) => set(filter.after, day, isTyped)}
          onBeforeChange={(day, isTyped) => set(filter.before, day, isTyped)}
        />
      );
    case 'search':
    case 'flag':
    case 'presence':
      return null;
  }
}

function isMoney(table: TableName, field: string): boolean {
  return tableByName(table).columns.some((column) => column.field === field && column.kind === 'money');
}
