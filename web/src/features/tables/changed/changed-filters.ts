/** "Changed" among the filters of a table. Pure. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { readFilters, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type KnownMoments, momentOf, readChanged } from '../../../lib/changed/changed-choice.ts';

/** The table's filters, and when rows must have changed, from an address or a view: each only if it is valid. */
export function readTableFilters(definition: TableDefinition, values: Readonly<Record<string, unknown>>): TableFilters {
  const filters = readFilters(definition, values);
  const changed = readChanged(values[UPDATED_AFTER]);
  if (changed === null) return filters;
  const entries = Object.entries({ ...filters, [UPDATED_AFTER]: changed });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function changedOf(filters: TableFilters): string | null {
  return readChanged(filters[UPDATED_AFTER]);
}

/** The same filters with the moment that "Changed" means; null where it is not known. */
export function requestedFilters(filters: TableFilters, known: KnownMoments): TableFilters | null {
  const changed = changedOf(filters);
  if (changed === null) return filters;
  const moment = momentOf(changed, known);
  return moment === null ? null : { ...filters, [UPDATED_AFTER]: moment };
}
