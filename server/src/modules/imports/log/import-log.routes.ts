/** Imports by operators in the app, and the log of all imports. */
import { Readable } from 'node:stream';
import * as contract from '@leadloom/shared/contract/imports';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { attachmentNamed } from '../../../http/attachment.ts';
import { signalOf } from '../../../http/client-signal.ts';
import { bodyBytes, serveEndpoint } from '../../../http/route.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { operatorOf } from '../../audit/operator-audit.service.ts';
import { type ImportPlatform, importUpload } from '../imports.service.ts';
import { readUpload } from '../read-upload.ts';
import {
  findImport,
  forgetOldImports,
  getImport,
  listImports,
  planUndoOf,
  stopImport,
  undoImport,
} from './import-log.service.ts';
import { openStoredFile } from './stored-file.ts';

export function registerImportLog(app: FastifyInstance, platform: ImportPlatform): void {
  const { database } = platform;
  serveEndpoint(app, contract.createImport, async ({ query }, { caller, request, reply }) => {
    const upload = readUpload(request, query.table, query);
    const by = { kind: 'account', accountId: caller.accountId } as const;
    const file = { bytes: bodyBytes(request), by, actor: operatorOf(caller, request), signal: signalOf(reply) };
    const { id, report } = await importUpload(platform, upload, file);
    return { id: id ?? '', ...report };
  });
  serveEndpoint(app, contract.listImports, ({ query }) => listImports(platform, query));
  serveEndpoint(app, contract.getImport, ({ params }) => getImport(platform, params.import_id));
  serveEndpoint(app, contract.getRejects, ({ params }, { reply }) => sendFile(reply, params.import_id, 'rejects'));
  serveEndpoint(app, contract.getFolded, ({ params }, { reply }) => sendFile(reply, params.import_id, 'folded'));
  serveEndpoint(app, contract.undoImport, ({ params, query }, { caller, request }) => {
    if (query.dry_run === 'true') return planUndoOf(platform, params.import_id);
    const importer = { kind: 'account', accountId: caller.accountId } as const;
    return undoImport(platform, params.import_id, { importer, actor: operatorOf(caller, request) });
  });
  serveEndpoint(app, contract.stopImport, async ({ params }, { caller, request }) => {
    await stopImport(platform, params.import_id, operatorOf(caller, request));
    return undefined;
  });
  scheduleCleanUp(app, 'imports', () => forgetOldImports(platform));

  async function sendFile(reply: FastifyReply, id: string, kind: 'rejects' | 'folded'): Promise<Readable> {
    await findImport(database, id);
    const { fileName, bytes } = await openStoredFile(database, id, kind);
    reply.header('content-disposition', attachmentNamed(fileName.replaceAll(/[^\w. -]/g, '_')));
    return Readable.from(bytes, { objectMode: false });
  }
}
