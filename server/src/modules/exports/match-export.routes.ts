/** Exports of rows by their ids, for lists that were matched. They are counted and limited with the exports of the tables. */
import { exportMatches, previewMatchExport } from '@leadloom/shared/contract/match';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../http/client-signal.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { serveEndpoint } from '../../http/route.ts';
import { describeFile } from './describe-file.ts';
import type { TableExports } from './exports.service.ts';

export function registerMatchExports(app: FastifyInstance, exports: TableExports, now: () => Date): void {
  serveEndpoint(app, exportMatches, async ({ body }, { caller, reply }) => {
    const { table, ids, fields, format = 'csv' } = body;
    refuseUnknown(
      '/fields',
      fields,
      tableByName(table).columns.map(({ field }) => field),
    );
    const { workspaceId, accountId, isVerified } = caller;
    const definition = tableByName(table);
    const choice = { definition, filters: {}, ids, columns: fields, format };
    const request = { workspaceId, accountId, isVerified, choice, signal: signalOf(reply) };
    const { stream, rowCount, charged } = await exports.open(request, { byteOrderMark: false });
    describeFile(reply, { definition, format, now: now(), rowCount, charged });
    return stream;
  });

  serveEndpoint(app, previewMatchExport, ({ body: { table, ids } }, { caller, reply }) => {
    const { workspaceId, accountId, isVerified } = caller;
    const choice = { definition: tableByName(table), filters: {}, ids };
    return exports.preview({ workspaceId, accountId, isVerified, choice, signal: signalOf(reply) });
  });
}
