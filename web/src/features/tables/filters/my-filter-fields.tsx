/** The fields of the filters by the account's own lists and tags. */
import { LIST_FILTER, TAG_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import { ListFilterField } from '../../../components/my-rows/list-filter-field.tsx';
import { useKnownTags } from '../../../lib/my-rows/my-rows.ts';
import { type FilterValue, listValue, textValue } from './change-filters.ts';

interface MyFilterFieldProps {
  readonly table: TableName;
  readonly filters: TableFilters;
  readonly set: (parameter: string, value: FilterValue) => void;
}

export function ListField({ table, filters, set }: MyFilterFieldProps) {
  return <ListFilterField table={table} list={textValue(filters, LIST_FILTER)} onChange={(list) => set(LIST_FILTER, list)} />;
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
