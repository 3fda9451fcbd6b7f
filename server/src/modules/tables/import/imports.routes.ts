/** Uploads of files into each data table. Only for the operator, because all accounts read the rows. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import { bodyBytes, serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { importUpload } from './imports.service.ts';

export function registerTableImports(app: FastifyInstance, platform: Platform): void {
  for (const table of tableNames) {
    const rows = endpointsByName(table);
    serveEndpoint(app, rows.import, async ({ query }, { request, reply }) => {
      const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = request.headers;
      if (coding !== 'identity' && coding !== 'gzip')
        throw new AppError('REQUEST.UNSUPPORTED_MEDIA_TYPE', { message: 'Send the file uncompressed or as gzip.' });
      if (/^multipart\//i.test(type))
        throw new AppError('REQUEST.UNSUPPORTED_MEDIA_TYPE', {
          message: 'Send the file itself as the request body, not inside a form.',
        });
      const upload = {
        table,
        format: query.format ?? (/json/i.test(type) ? 'jsonl' : null),
        mustBeGzip: coding === 'gzip',
        isDryRun: query.dry_run === 'true',
        source: query.source ?? 'upload',
        mapping: query.mapping ?? null,
        maxRejects: query.max_rejects ?? null,
        keepsKnown: query.keep_known === 'true',
        refusesUnreadable: query.blank_unreadable === 'false',
        dateOrder: query.date_order ?? null,
        hasHeader: query.header !== 'no',
        encoding: query.encoding ?? null,
      } as const;
      const report = await importUpload(platform, upload, bodyBytes(request), signalOf(reply));
      request.log.info({ table, ...countsOf(report) }, 'rows were loaded');
      return report;
    });
  }
}

interface Counts {
  readonly rows_read: number;
  readonly added: number;
  readonly changed: number;
  readonly rejected: number;
  readonly is_dry_run: boolean;
}

function countsOf({ rows_read, added, changed, rejected, is_dry_run }: Counts): Counts {
  return { rows_read, added, changed, rejected, is_dry_run };
}

/** Aborted when the client disconnects before it gets its response. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('REQUEST.INVALID', { message: 'The client disconnected.' }));
  });
  return gone.signal;
}
