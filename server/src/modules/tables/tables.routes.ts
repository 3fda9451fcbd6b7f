/** The data tables' endpoints: the same for each table, in one loop over their names; and the lookups of their filters. */
import * as contract from '@leadloom/shared/contract/tables';
import { normalFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { type RouteHandler, serveEndpoint } from '../../http/route.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import type { Platform } from '../../platform.ts';
import { createWrittenPages } from './list/written-pages.ts';
import { createTableValues } from './table-values.service.ts';
import { removeRows } from './tables.service.ts';

export function registerTables(app: FastifyInstance, platform: Platform): void {
  const pages = createWrittenPages(platform.database);
  const values = createTableValues(platform);

  for (const name of tableNames) {
    const definition = tableByName(name);
    const rows = contract.endpointsByName(name);
    const answerPage: RouteHandler<typeof rows.list, Promise<number | undefined>> = async ({ query }, { begun }) => {
      const { sort, order, page = 1, per_page: perPage = contract.DEFAULT_PAGE_SIZE } = query;
      const filters = normalFilters(definition, query);
      return new TrustedJson(await pages.read({ definition, filters, sort, order, page, perPage }, begun));
    };
    serveEndpoint(app, rows.list, answerPage, () => pages.versionNow(definition));
    serveEndpoint(app, rows.options, () => values.options(definition));
    serveEndpoint(app, rows.suggest, async ({ query }) => values.suggest(definition, query));
    serveEndpoint(app, rows.remove, async ({ body }) => ({ deleted: await removeRows(platform, definition, body.ids) }));
  }

  const lookups = [contract.searchTopics, contract.searchSubreddits, contract.searchTikTokUsers, contract.searchHashtags];
  for (const row of lookups) serveEndpoint(app, row, ({ query: { q = '', ids = [] } }) => values.lookup(row.path, q, ids));
}
