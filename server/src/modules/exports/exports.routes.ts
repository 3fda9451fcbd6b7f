/** The export endpoint of each data table, and the preview of its cost. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { signalOf } from '../../http/client-signal.ts';
import { isKeyCaller, type RouteHandler, serveEndpoint } from '../../http/route.ts';
import { type Member, memberOf } from '../../http/workspace-id.ts';
import { freeAllSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { ownFilters } from '../tables/list/list-answers.ts';
import { nameOfList } from '../tables/my-rows/watched-lists.service.ts';
import { createSandboxTables } from '../tables/sandbox/sandbox-tables.ts';
import { describeFile } from './describe-file.ts';
import type { ExportMetrics } from './export-metrics.ts';
import { createTableExports, defaultExportLimits } from './exports.service.ts';
import { registerMatchExports } from './match-export.routes.ts';

export function registerTableExports(app: FastifyInstance, platform: Platform, metrics: ExportMetrics): void {
  const exports = createTableExports(platform, app.log, defaultExportLimits, metrics.spooled);
  const sandbox = createSandboxTables(platform);
  // Slots of a killed server would keep its accounts waiting.
  if (platform.config.databaseUrl === null) app.addHook('onReady', () => freeAllSlots(platform.database));
  // Requests have ended by now, some of them in the middle of a file.
  app.addHook('onClose', () => exports.settled());

  registerMatchExports(app, exports, platform.now);
  for (const name of tableNames) {
    const definition = tableByName(name);
    const rows = endpointsByName(name);
    const filtersOf = (query: Readonly<Record<string, unknown>>, member: Member) =>
      ownFilters(platform, definition, query, { ...memberOf(member), tableName: databaseName(definition) });

    const writeFile: RouteHandler<typeof rows.export> = async ({ query }, { caller, reply }) => {
      refuseColumnsOfPreset(query);
      const { columns, sort, order, limit, format = 'csv', preset } = query;
      const { workspaceId, accountId, isVerified } = caller;
      const filters = await filtersOf(query, caller);
      const { [LIST_FILTER]: list } = filters;
      const reason = typeof list === 'string' ? await nameOfList(platform.database, caller, list) : null;
      const sender = preset === 'sender' ? { reason } : undefined;
      const choice = { definition, filters, columns, sender, sort, order, limit, format };
      const request = { workspaceId, accountId, isVerified, choice, signal: signalOf(reply) };
      const { stream, rowCount, charged } = await exports.open(request, { byteOrderMark: !isKeyCaller(caller) });
      describeFile(reply, { definition, format, now: platform.now(), rowCount, charged });
      return stream;
    };
    serveEndpoint(app, rows.export, writeFile, {
      sandbox: async ({ query }, { reply }) => {
        refuseColumnsOfPreset(query);
        const { stream, rowCount } = sandbox.export(definition, query);
        const { format = 'csv' } = query;
        describeFile(reply, { definition, format, now: platform.now(), rowCount, charged: 0 });
        return stream;
      },
    });

    const preview: RouteHandler<typeof rows.previewExport> = async ({ query }, { caller, reply }) => {
      const { columns, sort, order, limit } = query;
      const { workspaceId, accountId, isVerified } = caller;
      const choice = { definition, filters: await filtersOf(query, caller), columns, sort, order, limit };
      return exports.preview({ workspaceId, accountId, isVerified, choice, signal: signalOf(reply) });
    };
    serveEndpoint(app, rows.previewExport, preview, { sandbox: async ({ query }) => sandbox.preview(definition, query) });
  }
}

/** @throws {AppError} REQUEST.INVALID */
function refuseColumnsOfPreset({ preset, columns }: { readonly preset?: unknown; readonly columns?: unknown }): void {
  if (preset !== undefined && columns !== undefined)
    throw new AppError('REQUEST.INVALID', { message: 'preset: cannot be combined with columns' });
}
