/** The control of one filter, by its kind. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useCallback } from 'react';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { DatesField } from '../../../components/filter-fields/dates-field.tsx';
import { FlagField } from '../../../components/filter-fields/flag-field.tsx';
import { SearchField } from '../../../components/filter-fields/search-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { type FilterValue, listValue, textValue } from './change-filters.ts';
import { LookupField } from './lookup-field.tsx';
import { RangeField } from './range-field.tsx';
import { TextsField } from './texts-field.tsx';

interface FilterFieldProps {
  readonly table: TableName;
  readonly filter: FilterDefinition;
  readonly filters: TableFilters;
  /** Values met in the data, by the filter's key. */
  readonly observedValues: Readonly<Record<string, readonly string[]>>;
  /** `isTyped`: by keys, so that more may follow. */
  readonly set: (parameter: string, value: FilterValue, isTyped?: boolean) => void;
}

export function FilterField({ table, filter, filters, observedValues, set }: FilterFieldProps) {
  const { key, label } = filter;
  const suggest = useCallback(
    (q: string, signal: AbortSignal) => call(tableEndpoints[table].suggest, { query: { filter: key, q } }, { signal }),
    [table, key],
  );
  switch (filter.kind) {
    case 'choice':
      return (
        <ChoiceField
          label={label}
          options={filter.options}
          observedValues={observedValues[key] ?? []}
          values={listValue(filters, key)}
          onChange={(values) => set(key, values)}
        />
      );
    case 'lookup':
      return <LookupField filter={filter} values={listValue(filters, key)} onChange={(values) => set(key, values)} />;
    case 'text':
      return (
        <TextsField
          label={label}
          values={listValue(filters, key)}
          onChange={(values) => set(key, values)}
          suggest={filter.isSuggested ? suggest : undefined}
        />
      );
    case 'search':
      return <SearchField label={label} value={textValue(filters, key)} onChange={(value) => set(key, value, true)} />;
    case 'range':
      return filter.isMultiple ? (
        <ChoiceField
          label={label}
          options={filter.options}
          values={listValue(filters, key)}
          onChange={(values) => set(key, values)}
        />
      ) : (
        <RangeField
          label={label}
          options={filter.options}
          value={textValue(filters, key)}
          onChange={(value) => set(key, value)}
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
    case 'flag':
      return <FlagField label={label} isChecked={filters[key] === true} onChange={(isChecked) => set(key, isChecked)} />;
  }
}
