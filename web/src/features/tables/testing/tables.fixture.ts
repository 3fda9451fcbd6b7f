/** What stories of table screens share: a server with made-up rows, which remembers what it was asked. */
import type { User } from '@leadloom/shared/contract/accounts';
import { me } from '@leadloom/shared/contract/accounts';
import {
  getTableLayout,
  listTableViews,
  saveTableLayout,
  type TableLayout,
  type TableView,
} from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { CellValue, ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { configure } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { answer } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

/** The layout of an account that has chosen nothing. */
export const defaultLayout: TableLayout = {
  columns: [],
  density: 'comfortable',
  per_page: null,
  work_columns: [],
  work_per_page: null,
};

/** Loads the screens before the first story of a file: the screen and its frame take long to arrive on a busy machine. */
export async function loadTableScreens(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await import('../table-screen.tsx');
}

interface ServedTable {
  readonly name: TableName;
  readonly user?: Partial<User>;
  readonly total?: number;
  readonly views?: readonly TableView[];
  readonly layout?: Partial<TableLayout>;
}

/** Serves everything a table's screen asks for by itself; stories put their own answers before these. */
export function serveTable({ name, user = {}, total = 25, views = [], layout = {} }: ServedTable): {
  readonly lists: readonly URL[];
} {
  const lists: URL[] = [];
  apiServer.use(
    answer(me, () => aUser(user)),
    answer(listTableViews, () => ({ data: [...views] })),
    answer(getTableLayout, () => ({ ...defaultLayout, ...layout })),
    answer(saveTableLayout, ({ body }) => ({ ...defaultLayout, columns: body.columns })),
    answer(tableEndpoints[name].options, () => ({})),
    http.get(`/api/v1/table/${name}`, ({ request }) => {
      const url = new URL(request.url);
      lists.push(url);
      const page = Number(url.searchParams.get('page'));
      const perPage = Number(url.searchParams.get('per_page'));
      const before = (page - 1) * perPage;
      const count = Math.max(0, Math.min(perPage, total - before));
      const data = Array.from({ length: count }, (_, index) => aRow(name, before + index + 1));
      return HttpResponse.json({ data, total, page, per_page: perPage });
    }),
  );
  return { lists };
}

/** Every cell is filled; the first column reads `Name 7` in the seventh row. */
export function aRow(name: TableName, id: number): TableRow {
  const cells = tableByName(name).columns.map((column) => [column.field, cellOf(column, id)] as const);
  return Object.assign({ id, changed_in: id }, Object.fromEntries(cells));
}

function cellOf({ kind, headerName }: ColumnDefinition, id: number): CellValue {
  switch (kind) {
    case 'list':
      return [`${headerName} ${id}`];
    case 'boolean':
      return id % 2 === 0;
    case 'integer':
    case 'number':
    case 'money':
      return id;
    case 'date':
      return '2026-03-31';
    case 'time':
      return '2026-03-31T09:00:00.000Z';
    default:
      return `${headerName} ${id}`;
  }
}

/** A view of companies; pass what the story is about. */
export function aView(changes: Partial<TableView> = {}): TableView {
  return {
    id: 'view-1',
    table: 'companies',
    name: 'Nordic textiles',
    state: { filters: { country: ['Norway', 'Sweden'] }, columns: [], sort: 'name', order: 'asc', per_page: 15 },
    is_default: false,
    is_own: true,
    updated_at: '2026-03-01T09:00:00.000Z',
    ...changes,
  };
}

/** What a list was asked for, without paging. */
export function filtersIn(url: URL | undefined): Readonly<Record<string, readonly string[]>> {
  const keys = [...new Set(url?.searchParams.keys())].filter((key) => key !== 'page' && key !== 'per_page');
  return Object.fromEntries(keys.map((key) => [key, url?.searchParams.getAll(key) ?? []]));
}
