/** Views and layouts of the tables' screens. */
import * as contract from '@leadloom/shared/contract/table-views';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import {
  changeView,
  createView,
  deleteView,
  listPinnedCharts,
  listViewNames,
  listViews,
  openView,
  readLayout,
  saveLayout,
} from './table-views.service.ts';

export function registerTableViews(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.listTableViews, async ({ query }, { caller }) => ({
    data: await listViews(platform, caller, query.table),
  }));
  serveEndpoint(app, contract.listViewNames, async (_, { caller }) => {
    const data = await listViewNames(platform, caller);
    return { data, total: data.length };
  });
  serveEndpoint(app, contract.listPinnedCharts, async (_, { caller }) => {
    const data = await listPinnedCharts(platform, caller);
    return { data, total: data.length };
  });
  serveEndpoint(app, contract.getTableView, ({ params }, { caller }) => openView(platform, caller, params.view_id));
  serveEndpoint(app, contract.createTableView, ({ body }, { caller }) => createView(platform, caller, body));
  serveEndpoint(app, contract.updateTableView, ({ params, body }, { caller }) =>
    changeView(platform, caller, params.view_id, body),
  );
  serveEndpoint(app, contract.changeTableView, ({ params, body }, { caller }) =>
    changeView(platform, caller, params.view_id, body),
  );
  serveEndpoint(app, contract.deleteTableView, async ({ params }, { caller }) => {
    await deleteView(platform, caller, params.view_id);
    return undefined;
  });
  serveEndpoint(app, contract.getTableLayout, ({ params }, { caller }) => readLayout(platform, caller.accountId, params.table));
  serveEndpoint(app, contract.saveTableLayout, ({ params, body }, { caller }) =>
    saveLayout(platform, caller.accountId, params.table, body),
  );
}
