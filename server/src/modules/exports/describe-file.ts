/** The headers of a file with rows. */
import { exportFileName } from '@leadloom/shared/domain/export-file-name';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FastifyReply } from 'fastify';
import { describeRowsFile } from '../../http/attachment.ts';

interface WrittenFile {
  readonly definition: TableDefinition;
  readonly format: FileFormat;
  readonly now: Date;
  readonly rowCount: number;
  readonly charged: number;
}

export function describeFile(reply: FastifyReply, { definition, format, now, rowCount, charged }: WrittenFile): void {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  describeRowsFile(reply, format, exportFileName(definition.title, day));
  reply.headers({
    'x-export-rows': String(rowCount),
    'x-export-charged': String(charged),
    // A proxy that buffers the response would delay the first byte and use much memory.
    'x-accel-buffering': 'no',
  });
}
