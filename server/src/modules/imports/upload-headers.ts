/** What the headers of an upload say about its file. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';

/** @throws {AppError} REQUEST.UNSUPPORTED_MEDIA_TYPE for a form, or a compression other than gzip */
export function readUploadHeaders({ headers }: FastifyRequest): { readonly mustBeGzip: boolean; readonly isJson: boolean } {
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = headers;
  if (coding !== 'identity' && coding !== 'gzip')
    throw new AppError('REQUEST.UNSUPPORTED_MEDIA_TYPE', { message: 'Send the file uncompressed or as gzip.' });
  if (/^multipart\//i.test(type))
    throw new AppError('REQUEST.UNSUPPORTED_MEDIA_TYPE', {
      message: 'Send the file itself as the request body, not inside a form.',
    });
  return { mustBeGzip: coding === 'gzip', isJson: /json/i.test(type) };
}
