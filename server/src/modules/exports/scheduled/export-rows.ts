/** Which rows and columns a scheduled export writes, as its view or list is now. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { ExportFormat, ExportWatch, ScheduledExport } from '@leadloom/shared/contract/scheduled-exports';
import type { ViewState } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { tableByName } from '@leadloom/shared/tables/tables';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { slugOfTable } from '../../tables/changes/summarize-changes.service.ts';
import { filtersOfView, watchedTable } from '../../tables/changes/watched-rows.service.ts';
import { bindMyFilters } from '../../tables/filters/my-filters.ts';
import { BY_ID } from '../../tables/list/row-order.ts';
import { COLLECTED_PEOPLE_ROWS } from '../../tables/my-rows/listed-people.service.ts';
import { tableOfList } from '../../tables/my-rows/watched-lists.service.ts';
import { openView } from '../../tables/views/table-views.service.ts';
import type { ExportChoice } from '../export-sql.ts';

/** The rows of a data table, which are charged, or people of the account's own collection. */
export type ExportedRows =
  | { readonly kind: 'table'; readonly choice: ExportChoice }
  | { readonly kind: 'people'; readonly list: number; readonly format: ExportFormat; readonly withId: boolean };

/** The table's name in the database. */
export function tableOf(rows: ExportedRows): string {
  return rows.kind === 'people' ? COLLECTED_PEOPLE_ROWS : databaseName(rows.choice.definition);
}

/** The table's name in addresses and responses. */
export function slugOf(tableName: string): ScheduledExport['table'] {
  return tableName === COLLECTED_PEOPLE_ROWS ? COLLECTED_PEOPLE : slugOfTable(tableName);
}

/**
 * @param member whose views and lists are meant @param withId whether the ids of the rows are the first column
 * @throws {AppError} VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND
 */
export async function findExportRows(
  platform: Platform,
  member: Member,
  watch: ExportWatch,
  format: ExportFormat,
  withId = false,
): Promise<ExportedRows> {
  if (watch.kind === 'view') {
    const { table, state } = await openView(platform, member, watch.id);
    const definition = tableByName(table);
    const { sort, order } = state;
    const isSortable = sort === BY_ID || definition.columns.some(({ field }) => field === sort);
    const choice = {
      definition,
      filters: filtersOfView(definition, state.filters, member),
      columns: shownColumns(definition, state),
      ...(sort !== null && isSortable ? { sort, order: order ?? undefined } : {}),
      format,
      withId,
    };
    return { kind: 'table', choice };
  }
  const tableName = await tableOfList(platform.database, member, watch.id);
  if (tableName === null) throw new AppError('ROW_LIST.NOT_FOUND');
  if (tableName === COLLECTED_PEOPLE_ROWS) return { kind: 'people', list: watch.id, format, withId };
  const filters = bindMyFilters({ [LIST_FILTER]: String(watch.id) }, member);
  return { kind: 'table', choice: { definition: watchedTable(tableName), filters, format, withId } };
}

/** Columns in the view's order; those that it does not name follow. */
function shownColumns({ columns }: TableDefinition, { columns: layout }: ViewState): readonly string[] {
  const fields = columns.map(({ field }) => field);
  const named = layout.filter(({ field }) => fields.includes(field));
  const others = fields.filter((field) => named.every((column) => column.field !== field));
  return [...named.filter(({ is_hidden: isHidden }) => !isHidden).map(({ field }) => field), ...others];
}
