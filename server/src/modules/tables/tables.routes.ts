/** The data tables' endpoints: the same for each table, in one loop over their names; and the lookups of their filters. */
import * as contract from '@leadloom/shared/contract/tables';
import { normalFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import type { Platform } from '../../platform.ts';
import { createLists } from './list/list-rows.ts';
import { writeRow } from './list/write-row.ts';
import { createTableValues } from './table-values.service.ts';
import { removeRows } from './tables.service.ts';

export function registerTables(app: FastifyInstance, platform: Platform): void {
  const lists = createLists(platform.database);
  const values = createTableValues(platform);

  for (const name of tableNames) {
    const definition = tableByName(name);
    const rows = contract.endpointsByName(name);
    serveEndpoint(app, rows.list, async ({ query }) => {
      const { sort, order, page = 1, per_page: perPage = contract.DEFAULT_PAGE_SIZE } = query;
      const filters = normalFilters(definition, query);
      const { rows: found, total } = await lists.list({ definition, filters, sort, order, page, perPage });
      const data = found.map((cells) => writeRow(definition, cells)).join(',');
      return new TrustedJson(`{"data":[${data}],"total":${total},"page":${page},"per_page":${perPage}}`);
    });
    serveEndpoint(app, rows.options, () => values.options(definition));
    serveEndpoint(app, rows.suggest, async ({ query }) => values.suggest(definition, query));
    serveEndpoint(app, rows.remove, async ({ body }) => ({ deleted: await removeRows(platform, definition, body.ids) }));
  }

  const lookups = [contract.searchTopics, contract.searchSubreddits, contract.searchTikTokUsers, contract.searchHashtags];
  for (const row of lookups) serveEndpoint(app, row, ({ query: { q = '', ids = [] } }) => values.lookup(row.path, q, ids));
}
