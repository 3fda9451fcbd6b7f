/** Filters taken apart into conditions that many views have in common, so that each is evaluated once. Pure. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { parameterNames, SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { filterCondition } from './filter-sql.ts';

export interface SingleFilter {
  /** The same for equal conditions. */
  readonly key: string;
  readonly filters: TableFilters;
  /** An index leads to the rows, and judging row by row would be slow. */
  readonly isLookedUp: boolean;
}

const lookedUpKinds: ReadonlySet<string> = new Set(['search', 'text', 'lookup']);

/** A row matches the filters exactly if it matches each of these. */
export function singleFilters(definition: TableDefinition, filters: TableFilters): readonly SingleFilter[] {
  const ofTable = [
    ...definition.filters.map((filter) => ({ names: parameterNames(filter), isLookedUp: lookedUpKinds.has(filter.kind) })),
    { names: [SAMPLE_FILTER], isLookedUp: false },
  ];
  const named = new Set(ofTable.flatMap(({ names }) => names));
  const others = {
    names: Object.keys(filters)
      .filter((name) => !named.has(name))
      .sort(),
    isLookedUp: true,
  };
  return [...ofTable, others].flatMap(({ names, isLookedUp }) => {
    const own: TableFilters = Object.fromEntries(
      names.flatMap((name) => {
        const value = filters[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    return filterCondition(definition, own) === null ? [] : [{ key: JSON.stringify(own), filters: own, isLookedUp }];
  });
}
