/** The fields of the filters by the account's own lists and tags. */
import { LIST_FILTER, TAG_FILTER, type TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { useKnownTags, useRowLists } from '../../../lib/my-rows/my-rows.ts';
import { type FilterValue, listValue, textValue } from './change-filters.ts';

interface MyFilterFieldProps {
  readonly table: TableName;
  readonly filters: TableFilters;
  readonly set: (parameter: string, value: FilterValue) => void;
}

/** One list at a time: choosing another one replaces it. */
export function ListField({ table, filters, set }: MyFilterFieldProps) {
  const { data = [] } = useRowLists(table);
  const chosen = [textValue(filters, LIST_FILTER)].filter(Boolean);
  return (
    <ChoiceField
      label="List"
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      values={chosen}
      onChange={(values) => set(LIST_FILTER, values.at(-1) ?? '')}
    />
  );
}

export function TagField({ table, filters, set }: MyFilterFieldProps) {
  const { data = [] } = useKnownTags(table);
  return (
    <ChoiceField
      label="My tags"
      options={data.map((value) => ({ value }))}
      values={listValue(filters, TAG_FILTER)}
      onChange={(values) => set(TAG_FILTER, values)}
    />
  );
}
