/** The path to the rows that are new since the last visit. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { MAX_NEW_ROWS, type TableVisit } from '@leadloom/shared/contract/table-visits';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { formatCount } from '../../lib/format-count.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { viewPath } from '../../lib/use-view-names.ts';

/** Router state for tables whose address does not hold filters. */
export const changedSince = { filters: { [UPDATED_AFTER]: LAST_VISIT } };

/** A view opens with its own filters, and offers its new rows itself. */
export function newRowsPath({ table, view_id: id, name }: Pick<TableVisit, 'table' | 'view_id' | 'name'>): string {
  if (table !== COLLECTED_PEOPLE && id !== null) return viewPath({ table, id, name });
  const path = table === COLLECTED_PEOPLE ? paths.linkedinPeople : tablePath(table);
  return `${path}?${UPDATED_AFTER}=${LAST_VISIT}`;
}

/** The server counts up to a number. */
export function formatNewCount(count: number): string {
  return count >= MAX_NEW_ROWS ? `${formatCount(MAX_NEW_ROWS)} or more` : formatCount(count);
}
