/** What a filter's chip says is chosen; null: nothing. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { rangeOfDays } from '../../../components/filter-fields/range-of-days.ts';
import { listValue, textValue } from './change-filters.ts';

export function filterValue(filter: FilterDefinition, filters: TableFilters): string | null {
  switch (filter.kind) {
    case 'search':
      return textValue(filters, filter.key) || null;
    case 'flag':
      return filters[filter.key] === true ? 'Yes' : null;
    case 'dates':
      return rangeOfDays(textValue(filters, filter.after), textValue(filters, filter.before));
    case 'range':
      return filter.isMultiple
        ? inShort(listValue(filters, filter.key), filter.options)
        : inShort([textValue(filters, filter.key)].filter(Boolean), filter.options);
    case 'choice':
      return inShort(listValue(filters, filter.key), filter.options);
    case 'lookup':
    case 'text':
      return inShort(listValue(filters, filter.key));
    case 'numbers':
    case 'presence':
      return null;
  }
}
