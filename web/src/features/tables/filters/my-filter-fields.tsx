/** The fields of the filters by the account's own lists and tags, and by what was exported. */
import {
  EXPORTED_FILTER,
  LIST_FILTER,
  NOT_LIST_FILTER,
  NOT_TAG_FILTER,
  TAG_FILTER,
} from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { ChoiceField } from '../../../components/filter-fields/choice-field.tsx';
import type { FilterOperator } from '../../../components/filter-fields/filter-operators.ts';
import { OperatedFields } from '../../../components/filter-fields/operated-fields.tsx';
import { YesNoField } from '../../../components/filter-fields/yes-no-field.tsx';
import { ListFilterField } from '../../../components/my-rows/list-filter-field.tsx';
import { useKnownTags } from '../../../lib/my-rows/my-rows.ts';
import { type FilterValue, listValue, textValue } from './change-filters.ts';

interface MyFilterFieldProps {
  readonly table: TableName;
  readonly filters: TableFilters;
  readonly set: (parameter: string, value: FilterValue) => void;
}

/** "is" and "is not": the parameter of each. */
const listParameters = { is: LIST_FILTER, not: NOT_LIST_FILTER };
const tagParameters = { is: TAG_FILTER, not: NOT_TAG_FILTER };
const operators = ['is', 'not'] as const satisfies readonly FilterOperator[];
type Parameters = typeof listParameters | typeof tagParameters;

export function ListField({ table, filters, set }: MyFilterFieldProps) {
  return (
    <OperatedFields
      {...operated(listParameters, filters, set)}
      label="List"
      field={(operator, label) => {
        const parameter = operator === 'not' ? NOT_LIST_FILTER : LIST_FILTER;
        return (
          <ListFilterField
            table={table}
            label={label}
            list={textValue(filters, parameter)}
            onChange={(list) => set(parameter, list)}
          />
        );
      }}
    />
  );
}

/** The list whose rows are left out, where the chip of the lists is taken by pasted lines, or the page is that of a list. */
export function NotListField({ table, filters, set }: MyFilterFieldProps) {
  return (
    <ListFilterField
      table={table}
      label="Not on the list"
      list={textValue(filters, NOT_LIST_FILTER)}
      onChange={(list) => set(NOT_LIST_FILTER, list)}
    />
  );
}

export function TagField({ table, filters, set }: MyFilterFieldProps) {
  const { data = [] } = useKnownTags(table);
  return (
    <OperatedFields
      {...operated(tagParameters, filters, set)}
      label="My tags"
      field={(operator, label) => {
        const parameter = operator === 'not' ? NOT_TAG_FILTER : TAG_FILTER;
        return (
          <ChoiceField
            label={label}
            options={data.map((value) => ({ value }))}
            values={listValue(filters, parameter)}
            onChange={(values) => set(parameter, values)}
          />
        );
      }}
    />
  );
}

export function ExportedField({ filters, set }: Omit<MyFilterFieldProps, 'table'>) {
  const value = textValue(filters, EXPORTED_FILTER);
  return (
    <YesNoField
      label="Exported this month"
      isYes={value === 'true'}
      isNo={value === 'false'}
      onChange={(isYes, isNo) => set(EXPORTED_FILTER, isYes ? 'true' : isNo ? 'false' : '')}
    />
  );
}

/** Changing the operator keeps the values, unless both are in force. */
function operated(parameters: Parameters, filters: TableFilters, set: MyFilterFieldProps['set']) {
  return {
    operators,
    inForce: operators.filter((operator) => filters[parameters[operator]] !== undefined),
    first: 'is' as const,
    onChoose: (operator: FilterOperator) => {
      const [chosen, other] = operator === 'not' ? (['not', 'is'] as const) : (['is', 'not'] as const);
      const values = filters[parameters[other]];
      if (values === undefined || filters[parameters[chosen]] !== undefined) return;
      set(parameters[chosen], values);
      set(parameters[other], '');
    },
    onClear: () => undefined,
  };
}
