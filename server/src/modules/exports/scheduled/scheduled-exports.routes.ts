/** Scheduled exports, their files, and the work that writes them. */
import { Readable } from 'node:stream';
import { downloadExportFile } from '@leadloom/shared/contract/export-files';
import * as contract from '@leadloom/shared/contract/scheduled-exports';
import type { FastifyInstance } from 'fastify';
import { attachmentNamed } from '../../../http/attachment.ts';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../../schedule/schedule-job.ts';
import { createTableExports, defaultExportLimits } from '../exports.service.ts';
import { createExportRunner, type RunnerParts, WRITTEN_AT_ONCE } from './run-exports.ts';
import {
  changeAccountExport,
  createAccountExport,
  deleteAccountExport,
  forgetOldFiles,
  listAccountExports,
  listAccountFiles,
  openAccountFile,
  runAccountExport,
} from './scheduled-exports.service.ts';

const LOOK_MILLISECONDS = 20_000;

export function registerScheduledExports(
  app: FastifyInstance,
  platform: Platform,
  { readRecipient }: Pick<RunnerParts, 'readRecipient'>,
): void {
  // These slots are separate from those of exports that somebody waits for.
  const exports = createTableExports(platform, app.log, { ...defaultExportLimits, exports: WRITTEN_AT_ONCE });
  app.addHook('onClose', () => exports.settled());
  const runner = createExportRunner({
    platform,
    exports,
    readRecipient,
    onFailure: (error, exportId) =>
      app.log.error(
        { err: error, ...(exportId === null ? {} : { export: exportId }) },
        exportId === null ? 'the next scheduled export could not be taken' : 'a scheduled export failed',
      ),
  });
  // Close hooks run in reverse order: first no more exports start, then those under way end.
  app.addHook('onClose', () => runner.close());
  const writing = scheduleJob(app, {
    name: 'scheduled exports',
    intervalMilliseconds: LOOK_MILLISECONDS,
    jitterMilliseconds: LOOK_MILLISECONDS / 4,
    run: () => runner.startDue(),
  });
  scheduleCleanUp(app, 'files of scheduled exports', () => forgetOldFiles(platform));

  serveEndpoint(app, contract.listScheduledExports, (_, { caller }) => listAccountExports(platform, caller.workspaceId));
  serveEndpoint(app, contract.createScheduledExport, ({ body }, { caller }) => createAccountExport(platform, caller, body));
  serveEndpoint(app, contract.updateScheduledExport, ({ params, body }, { caller }) =>
    changeAccountExport(platform, caller.workspaceId, params.export_id, body),
  );
  serveEndpoint(app, contract.deleteScheduledExport, async ({ params }, { caller }) => {
    await deleteAccountExport(platform, caller, params.export_id);
    return undefined;
  });
  serveEndpoint(app, contract.runScheduledExport, async ({ params }, { caller }) => {
    const due = await runAccountExport(platform, caller.workspaceId, params.export_id);
    writing.runSoon();
    return due;
  });
  serveEndpoint(app, contract.listExportFiles, ({ params }, { caller }) =>
    listAccountFiles(platform, caller.workspaceId, params.export_id),
  );
  serveEndpoint(app, downloadExportFile, async ({ params }, { caller, reply }) => {
    const name = { exportId: params.export_id, fileId: params.file_id };
    const { fileName, bytes } = await openAccountFile(platform, caller.workspaceId, name);
    reply.header('content-disposition', attachmentNamed(fileName));
    return Readable.from(bytes, { objectMode: false });
  });
}
