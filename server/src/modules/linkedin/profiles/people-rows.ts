/** Collected people as rows with the columns that they are counted and measured by. */
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { cellOf, itemsOf } from './people-cells.ts';
import { conditionOfAccount } from './profile-filters.ts';

/** The columns of all dimensions. */
function countedColumns(): readonly string[] {
  const columns = [...dimensionsOf(collectedPeople).values()].flatMap(({ filter }) => {
    if (filter.kind !== 'flag') return [filter.column];
    return 'anyPresent' in filter.condition ? filter.condition.anyPresent : Object.values(filter.condition).map(String);
  });
  return [...new Set([...columns, ...measuredFields(collectedPeople)])];
}

/**
 * The account's people who pass a condition, as they follow `from`. Columns that a statement does not name are not computed, and
 * `offset 0` has those that it names several times computed once.
 */
export function peopleRows(workspaceId: WorkspaceId, condition: Condition): SQL {
  const columns = countedColumns().map((column) => sql`, ${columnOf(workspaceId, column)} as ${sql.identifier(column)}`);
  return sql`(select ${linkedinProfiles.id}${sql.join(columns)} from ${linkedinProfiles}
    where ${conditionOfAccount(workspaceId, condition)} offset 0) people`;
}

/** A list without items is blank. */
function columnOf(workspaceId: WorkspaceId, column: string): SQL {
  const items = itemsOf(workspaceId, column);
  return items === null ? sql`(${cellOf(workspaceId, column)})` : sql`nullif(array(select item from ${items}), '{}')`;
}
