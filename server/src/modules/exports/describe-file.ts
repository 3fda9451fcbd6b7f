/** The headers of a file with rows. */
import { exportFileName } from '@leadloom/shared/domain/export-file-name';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FastifyReply } from 'fastify';
import { attachmentNamed } from '../../http/attachment.ts';

interface WrittenFile {
  readonly definition: TableDefinition;
  readonly now: Date;
  readonly rowCount: number;
  readonly charged: number;
}

export function describeFile(reply: FastifyReply, { definition, now, rowCount, charged }: WrittenFile): void {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  reply.headers({
    'content-disposition': attachmentNamed(exportFileName(definition.title, day)),
    'x-export-rows': String(rowCount),
    'x-export-charged': String(charged),
    // A proxy that buffers the response would delay the first byte and use much memory.
    'x-accel-buffering': 'no',
  });
}
