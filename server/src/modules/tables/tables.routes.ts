/** The endpoints of the data tables, registered in one loop over their names, and the lookups of their filters. */
import * as contract from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signalOf } from '../../http/client-signal.ts';
import { isKeyCaller, type RouteHandler, serveEndpoint } from '../../http/route.ts';
import { finishList } from '../../http/send-list.ts';
import { TrustedJson } from '../../http/trusted-json.ts';
import { type Member, memberOf } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { tokenHolderOf } from '../audit/operator-audit.service.ts';
import { createFacets } from './facets/facets.service.ts';
import { hasUnversionedFilters } from './filters/my-filters.ts';
import { requestFilters } from './filters/request-filters.ts';
import { createAnswerState } from './list/answer-state.ts';
import { createListAnswers, type ListQuery } from './list/list-answers.ts';
import { createSandboxTables } from './sandbox/sandbox-tables.ts';
import { readRowAsJson, removeRowsOnRequest } from './tables.service.ts';
import type { TableValues } from './values/table-values.service.ts';

export function registerTables(app: FastifyInstance, platform: Platform, values: TableValues): void {
  const lists = createListAnswers(platform);
  const facets = createFacets(platform, lists);
  const sandbox = createSandboxTables(platform);
  for (const name of tableNames) {
    const definition = tableByName(name);
    const rows = contract.endpointsByName(name);
    const stateAt = createAnswerState(definition);
    // A program that already has the response gets 304 by the table's version, before anything else is read.
    const versioned = {
      tableName: databaseName(definition),
      prefetch: async ({ tableState }: FastifyRequest) => tableState?.version ?? lists.versionNow(definition),
      stateOf: async (version: Promise<number | undefined>) => stateAt(await version),
    };
    // Lists depend on what the workspace keeps about the rows, too.
    const versionedForAccount = {
      ...versioned,
      stateOf: async (
        version: Promise<number | undefined>,
        { accountId, workspaceId }: Member,
        { query }: { readonly query: ListQuery },
      ) => {
        if (hasUnversionedFilters(requestFilters(definition, query))) return undefined;
        const mine = await lists.myVersion(definition, workspaceId);
        const state = mine === undefined ? undefined : stateAt(await version, mine);
        // Members of a workspace see each their own private lists.
        return state === undefined || accountId === workspaceId ? state : `${state} ${accountId}`;
      },
    };
    const answerPage: RouteHandler<typeof rows.list, Promise<number | undefined>> = async ({ query }, context) => {
      const { caller, request, reply, prefetched: version } = context;
      const isProgram = isKeyCaller(caller);
      const reader = { ...memberOf(caller), signal: signalOf(reply) };
      const mine = request.tableState?.mine;
      return finishList(context, await lists.answer(definition, query, { version, mine, isProgram, reader }), isProgram);
    };
    serveEndpoint(app, rows.list, answerPage, {
      ...versionedForAccount,
      sandbox: async ({ query }, context) => finishList(context, sandbox.list(definition, query), true),
    });
    serveEndpoint(
      app,
      rows.total,
      async ({ query }, { caller, reply }) => ({
        total: await lists.total(definition, query, { ...memberOf(caller), signal: signalOf(reply) }),
      }),
      { sandbox: async ({ query }) => ({ total: sandbox.total(definition, query) }) },
    );
    serveEndpoint(
      app,
      rows.facets,
      ({ query }, { caller, reply }) => facets.facets(definition, query, { ...memberOf(caller), signal: signalOf(reply) }),
      { sandbox: async ({ query }) => sandbox.facets(definition, query) },
    );
    serveEndpoint(
      app,
      rows.summary,
      ({ query }, { caller, reply }) => facets.summary(definition, query, { ...memberOf(caller), signal: signalOf(reply) }),
      { sandbox: async ({ query }) => sandbox.summary(definition, query) },
    );
    const answerRow: RouteHandler<typeof rows.get, Promise<number | undefined>> = async (input, { prefetched: version }) =>
      rowAnswer(await readRowAsJson(platform, definition, input, version));
    serveEndpoint(app, rows.get, answerRow, {
      ...versioned,
      sandbox: async (input) => rowAnswer(sandbox.get(definition, input)),
    });
    serveEndpoint(app, rows.options, () => values.options(definition), { sandbox: async () => sandbox.options(definition) });
    serveEndpoint(app, rows.suggest, async ({ query }) => values.suggest(definition, query), {
      sandbox: async ({ query }) => sandbox.suggest(definition, query),
    });
    serveEndpoint(app, rows.remove, async ({ body }, { request }) => {
      const actor = tokenHolderOf(request);
      return { deleted: await removeRowsOnRequest(platform, definition, body.ids, actor) };
    });
  }
  const lookups = [contract.searchTopics, contract.searchSubreddits, contract.searchTikTokUsers, contract.searchHashtags];
  for (const row of lookups) {
    serveEndpoint(app, row, ({ query: { q = '', ids = [] } }) => values.lookup(row.path, q, ids), {
      sandbox: async ({ query: { q = '', ids = [] } }) => sandbox.lookup(row.path, q, ids),
    });
  }
}

/** @param row JSON */
function rowAnswer(row: string): TrustedJson {
  return new TrustedJson(`{"data":${row}}`);
}
