import { type FileFormat, fileNameIn, mediaTypes } from '@leadloom/shared/domain/file-format';
import type { FastifyReply } from 'fastify';

/** `Content-Disposition` of a file that is saved, not shown. @param fileName without quotes and of ASCII */
export function attachmentNamed(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}

/** The headers of a file with rows. @param csvName the file's name if it were CSV */
export function describeRowsFile(reply: FastifyReply, format: FileFormat, csvName: string): void {
  reply.headers({
    'content-type': format === 'csv' ? `${mediaTypes.csv}; charset=utf-8` : mediaTypes[format],
    'content-disposition': attachmentNamed(fileNameIn(format, csvName)),
  });
}
