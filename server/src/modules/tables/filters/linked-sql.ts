/** Filters by linked rows as an SQL condition, by the keys of `table-links.ts`. */
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import type { SQL } from 'drizzle-orm';

/** @param read the condition of the linked rows, in their own table's columns */
export function linkedCondition(
  definition: TableDefinition,
  link: string,
  read: (linked: TableDefinition, of: Condition) => SQL,
  of: Condition,
): SQL {
  const linked = linkedTable(definition, link);
  if (linked === null) throw new TypeError(`${definition.name} has no link ${link}`);
  return read(linked, of);
}
