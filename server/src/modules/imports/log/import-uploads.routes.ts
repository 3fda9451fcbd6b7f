/** Files that operators upload and import on a screen, and the templates by which they are read. */
import * as contract from '@leadloom/shared/contract/import-uploads';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../../http/client-signal.ts';
import { bodyBytes, serveEndpoint } from '../../../http/route.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../../schedule/schedule-job.ts';
import { operatorOf } from '../../audit/operator-audit.service.ts';
import type { ImportPlatform } from '../imports.service.ts';
import { readUploadHeaders } from '../upload-headers.ts';
import { createImportRunner } from './import-runner.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './import-templates.service.ts';
import {
  continueLostImports,
  createUpload,
  deleteUpload,
  forgetOldUploads,
  listUploads,
  previewUpload,
  startUpload,
} from './import-uploads.service.ts';

const LOOK_MILLISECONDS = 10_000;

export function registerImportUploads(app: FastifyInstance, platform: ImportPlatform): void {
  const runner = createImportRunner(platform);
  app.addHook('onClose', () => runner.end());
  scheduleJob(app, {
    name: 'continued imports',
    intervalMilliseconds: LOOK_MILLISECONDS,
    jitterMilliseconds: LOOK_MILLISECONDS / 4,
    run: async () => {
      await continueLostImports(platform, runner);
    },
  });
  serveEndpoint(app, contract.createImportUpload, ({ query: { name } }, { caller, request }) => {
    readUploadHeaders(request);
    return createUpload(platform, { name, bytes: bodyBytes(request), operatorId: caller.accountId });
  });
  serveEndpoint(app, contract.listImportUploads, async (_, { caller }) => {
    const uploads = await listUploads(platform, caller.accountId);
    return { data: [...uploads], total: uploads.length };
  });
  serveEndpoint(app, contract.deleteImportUpload, async ({ params }, { caller, request }) => {
    await deleteUpload(platform, params.upload_id, caller.accountId, operatorOf(caller, request));
    return undefined;
  });
  serveEndpoint(app, contract.previewImport, ({ params, body }, { reply }) =>
    previewUpload(platform, params.upload_id, body, signalOf(reply)),
  );
  serveEndpoint(app, contract.startImport, async ({ params, body }, { caller, request }) => {
    const { table, dry_run: isDryRun = false, ...options } = body;
    const by = { kind: 'account', accountId: caller.accountId } as const;
    const order = { table, options, isDryRun, by, actor: operatorOf(caller, request) };
    return { id: await startUpload(platform, runner, params.upload_id, order) };
  });
  serveEndpoint(app, contract.listImportTemplates, async () => {
    const templates = await listTemplates(platform);
    return { data: [...templates], total: templates.length };
  });
  serveEndpoint(app, contract.saveImportTemplate, ({ body }, { caller, request }) =>
    saveTemplate(platform, body, operatorOf(caller, request)),
  );
  serveEndpoint(app, contract.deleteImportTemplate, async ({ params }, { caller, request }) => {
    await deleteTemplate(platform, params.template_id, operatorOf(caller, request));
    return undefined;
  });
  scheduleCleanUp(app, 'uploaded files', () => forgetOldUploads(platform));
}
