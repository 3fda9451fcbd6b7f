/** The data tables' files: for each table its export, and what that would cost. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { normalFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { isKeyCaller, serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { createAfterAnswer } from '../accounts/after-answer.ts';
import { createTableExports, defaultExportLimits } from './exports.service.ts';

export function registerTableExports(app: FastifyInstance, platform: Platform, limits = defaultExportLimits): void {
  const exports = createTableExports(platform, app.log, limits);
  const afterAnswer = createAfterAnswer(app);
  // Requests have ended by now, some of them in the middle of a file.
  app.addHook('onClose', () => exports.settled());

  for (const name of tableNames) {
    const definition = tableByName(name);
    const rows = endpointsByName(name);

    serveEndpoint(app, rows.export, async ({ query }, { caller, reply }) => {
      const { columns, sort, order, limit } = query;
      const choice = { definition, filters: normalFilters(definition, query), columns, sort, order, limit };
      const { accountId, isVerified } = caller;
      const request = { accountId, isVerified, choice, signal: signalOf(reply) };
      const { stream, rowCount, charged, tellOwner } = await exports.open(request, { byteOrderMark: !isKeyCaller(caller) });
      afterAnswer(reply, tellOwner);
      reply.headers({
        'x-export-rows': String(rowCount),
        'x-export-charged': String(charged),
        // Proxies that collect an answer before they pass it on would make the first byte late and the memory long.
        'x-accel-buffering': 'no',
      });
      return stream;
    });

    serveEndpoint(app, rows.previewExport, ({ query }, { caller, reply }) => {
      const { columns, sort, order, limit } = query;
      const choice = { definition, filters: normalFilters(definition, query), columns, sort, order, limit };
      const { accountId, isVerified } = caller;
      return exports.preview({ accountId, isVerified, choice, signal: signalOf(reply) });
    });
  }
}

/** Aborted when the client goes away. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new AppError('REQUEST.INVALID', { message: 'The client went away.' }));
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
