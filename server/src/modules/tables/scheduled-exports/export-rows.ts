/** Which rows and columns a scheduled export writes, as its view or list is now. */
import type { ExportFormat, ExportWatch } from '@leadloom/shared/contract/scheduled-exports';
import type { ViewState } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { filtersOfView } from '../changes/watched-rows.service.ts';
import { databaseName } from '../data-table.ts';
import type { ExportChoice } from '../exports/export-sql.ts';
import { bindMyFilters } from '../my-rows/my-filters.ts';
import { findTableOfList } from '../my-rows/row-lists.repository.ts';
import { BY_ID } from '../row-order.ts';
import { openView } from '../views/table-views.service.ts';

const PEOPLE = 'Lists of collected people cannot be exported on a schedule.';

/** @throws {AppError} VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE */
export async function findExportRows(
  platform: Platform,
  accountId: number,
  watch: ExportWatch,
  format: ExportFormat,
): Promise<ExportChoice> {
  if (watch.kind === 'view') {
    const { table, state } = await openView(platform, accountId, watch.id);
    const definition = tableByName(table);
    const { sort, order } = state;
    const isSortable = sort === BY_ID || definition.columns.some(({ field }) => field === sort);
    return {
      definition,
      filters: filtersOfView(definition, state.filters, accountId),
      columns: shownColumns(definition, state),
      ...(sort !== null && isSortable ? { sort, order: order ?? undefined } : {}),
      format,
    };
  }
  const tableName = await findTableOfList(platform.database, accountId, String(watch.id));
  if (tableName === null) throw new AppError('ROW_LIST.NOT_FOUND');
  const name = tableNames.find((table) => databaseName(tableByName(table)) === tableName);
  if (name === undefined) throw new AppError('ROW_LIST.OTHER_TABLE', { message: PEOPLE });
  return {
    definition: tableByName(name),
    filters: bindMyFilters({ [LIST_FILTER]: String(watch.id) }, accountId),
    format,
  };
}

/** In the view's order; columns that it does not name follow. */
function shownColumns({ columns }: TableDefinition, { columns: layout }: ViewState): readonly string[] {
  const fields = columns.map(({ field }) => field);
  const named = layout.filter(({ field }) => fields.includes(field));
  const others = fields.filter((field) => named.every((column) => column.field !== field));
  return [...named.filter(({ is_hidden: isHidden }) => !isHidden).map(({ field }) => field), ...others];
}
