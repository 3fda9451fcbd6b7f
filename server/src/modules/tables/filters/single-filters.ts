/** Conditions taken apart into parts that many views have in common, so that each is evaluated once. Pure. */
import { type Condition, type Test, testsOf } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { domainSources } from '../../../schema/data-table.ts';
import { type Asker, askerOf } from './my-filters.ts';

export interface SingleFilter {
  /** The same for equal conditions. */
  readonly key: string;
  readonly condition: Condition;
  /** Whose lists, tags, exports and CRMs the condition is about; null: it is about none. */
  readonly asker: Asker | null;
  /** An index leads to the rows, and judging row by row would be slow. */
  readonly isLookedUp: boolean;
}

/** A row matches the filters exactly if it matches each of these. */
export function singleFilters(definition: TableDefinition, filters: TableFilters): readonly SingleFilter[] {
  const whole = filterCondition(definition, filters);
  const parts = whole.kind === 'all' ? whole.of : [whole];
  return parts.map((condition) => {
    const asker = testsOf(condition).some(isOfAccount) ? askerOf(filters) : null;
    const key = JSON.stringify(asker === null ? condition : [condition, asker]);
    return { key, condition, asker, isLookedUp: isLookedUp(definition, condition) };
  });
}

/** Linked rows can be asked about lists and tags, too. */
function isOfAccount(test: Test): boolean {
  if (test.kind === 'linked') return testsOf(test.of).some(isOfAccount);
  return test.kind === 'list' || test.kind === 'tag' || test.kind === 'exported' || test.kind === 'crm';
}

function isLookedUp(definition: TableDefinition, condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some((part) => isLookedUp(definition, part));
    case 'any':
      return condition.of.every((part) => isLookedUp(definition, part));
    case 'not':
      return false;
    case 'equals':
      return isFoundByText(definition, condition.column);
    case 'host':
      return domainSources(definition).includes(condition.column);
    case 'search':
    case 'list':
    case 'tag':
    case 'ids':
    case 'changed':
    case 'linked':
      return true;
    case 'blank':
    case 'address':
    case 'numbers':
    case 'days':
    case 'true':
    case 'contains':
    case 'starts':
    case 'parts':
    case 'flag':
    case 'sample':
    case 'exported':
    case 'crm':
      return false;
  }
}

/** The values of a choice have too many rows each for an index to help. */
function isFoundByText({ filters }: TableDefinition, column: string): boolean {
  return filters.some(
    (filter) => (filter.kind === 'lookup' || (filter.kind === 'text' && filter.match === 'equals')) && filter.column === column,
  );
}
