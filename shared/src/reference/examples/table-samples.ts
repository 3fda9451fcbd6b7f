/**
 * For each table, a filter worth trying and the columns that identify its rows: from its definition, or derived from
 * it.
 */
import type { FilterDefinition, TableDefinition, TableExample } from '../../tables/define-table.ts';
import { type TableName, tableByName } from '../../tables/tables.ts';

export function tableSample(name: TableName): TableExample {
  const definition = tableByName(name);
  return definition.example ?? exampleOf(definition);
}

/** @throws {Error} for a definition that allows no example */
export function exampleOf({ name, columns, filters }: TableDefinition): TableExample {
  const [first, second] = columns.filter(({ isStoredOnly }) => isStoredOnly !== true);
  const filter = filters.map(tryOut).find((value) => value !== null);
  if (first === undefined || second === undefined || filter === undefined)
    throw new Error(`${name} needs an example in its definition`);
  return { filter, fields: [first.field, second.field] };
}

/** A value to filter by; null: only the data knows one. */
function tryOut(filter: FilterDefinition): TableExample['filter'] | null {
  switch (filter.kind) {
    case 'choice':
    case 'range': {
      const value = filter.options[0]?.value;
      return value === undefined ? null : [filter.key, value];
    }
    case 'flag':
      return [filter.key, 'true'];
    case 'search':
      // Every sample row contains this word.
      return [filter.key, 'sample'];
    default:
      return null;
  }
}
