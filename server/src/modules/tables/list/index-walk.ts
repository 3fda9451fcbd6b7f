/** Lists that an index returns in their order, whatever the filters select. */
import { isIndexed, isListColumn } from '../../../schema/data-table.ts';
import { isOrderOfIndex, type ListChoice } from './page-statement.ts';

/**
 * True: one plan is best for every value, so it can be prepared, and continuing from a row costs only the rows
 * read. False: the best plan depends on how many rows the values have.
 */
export function isIndexWalk({ definition, filters, order }: ListChoice): boolean {
  const isDefaultOrder = order.field === definition.defaultSort;
  const set = Object.entries(filters);
  if (!isDefaultOrder) return set.length === 0 && order.field === 'name' && !order.hasBlanks;
  const choosing = set.filter(([, value]) => value !== true);
  const [only] = choosing;
  if (only === undefined) return true;
  const [key, value] = only;
  const filter = definition.filters.find((candidate) => candidate.key === key);
  if (choosing.length > 1 || filter === undefined || !Array.isArray(value) || value.length !== 1) return false;
  if (filter.kind === 'text') return true;
  return (filter.kind === 'choice' || filter.kind === 'lookup') && isIndexed(filter) && !isListColumn(definition, filter.column);
}

/** Whether an index serves the order. If not, the found rows are sorted for every page, whatever the filters. */
export function isOrderServed(choice: ListChoice): boolean {
  const { field, hasBlanks } = choice.order;
  return isOrderOfIndex(choice) || (field === 'name' && !hasBlanks);
}
