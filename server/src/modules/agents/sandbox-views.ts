/** What a test key sees instead of the account's views: an invented one for each table. */
import type { TableView } from '@leadloom/shared/contract/table-views';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { AppError } from '../../http/app-error.ts';

const UPDATED_AT = '2026-10-01T08:00:00.000Z';

export function sandboxViews(table: TableName): TableView[] {
  return [
    {
      id: `sample-${table}`,
      table,
      name: `Sample view of ${tableByName(table).title}`,
      state: { filters: {}, columns: [], sort: null, order: null, per_page: null },
      is_default: false,
      is_own: true,
      updated_at: UPDATED_AT,
    },
  ];
}

/** @throws {AppError} VIEW.NOT_FOUND */
export function sandboxView(id: string): TableView {
  const view = tableNames.flatMap(sandboxViews).find((sample) => sample.id === id);
  if (view === undefined) throw new AppError('VIEW.NOT_FOUND');
  return view;
}
