/** A table as files can fill it: without the columns that the server alone fills. Pure. */
import type { TableDefinition } from './define-table.ts';

const made = new WeakMap<TableDefinition, TableDefinition>();
const whole = new WeakMap<TableDefinition, TableDefinition>();

/** The same object for the same definition, because readers keep what they made of one. */
export function fileTable(definition: TableDefinition): TableDefinition {
  const known = made.get(definition);
  if (known !== undefined) return known;
  const columns = definition.columns.filter(({ isSetByServer }) => isSetByServer !== true);
  const table = columns.length === definition.columns.length ? definition : { ...definition, columns };
  made.set(definition, table);
  made.set(table, table);
  whole.set(table, definition);
  return table;
}

/** The names of all columns, those too that no file fills: our own files have them. @param definition whole, or as files can fill it */
export function fieldsInFiles(definition: TableDefinition): ReadonlySet<string> {
  return new Set((whole.get(definition) ?? definition).columns.map(({ field }) => field));
}
