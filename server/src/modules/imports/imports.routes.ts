/** Uploads of files into each data table. Only for the operator, because all accounts read the rows. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../http/client-signal.ts';
import { bodyBytes, serveEndpoint } from '../../http/route.ts';
import { type ImportPlatform, importUpload } from './imports.service.ts';
import { readUpload } from './read-upload.ts';

export function registerTableImports(app: FastifyInstance, platform: ImportPlatform): void {
  for (const table of tableNames) {
    const rows = endpointsByName(table);
    serveEndpoint(app, rows.import, async ({ query }, { request, reply }) => {
      const upload = readUpload(request, table, query);
      const file = { bytes: bodyBytes(request), by: { kind: 'token' }, actor: null, signal: signalOf(reply) } as const;
      const { report } = await importUpload(platform, upload, file);
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
