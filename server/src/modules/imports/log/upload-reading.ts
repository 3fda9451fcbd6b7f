/** How an uploaded file is read, by what an operator chose on a screen. */
import type { ImportOptions } from '@leadloom/shared/contract/import-uploads';
import { AppError } from '../../../http/app-error.ts';
import type { FileReading } from '../imports.service.ts';
import { readEncoding } from '../source/read-encoding.ts';

/** @throws {AppError} REQUEST.INVALID for an unknown encoding */
export function readingOf(options: ImportOptions, name: string): Omit<FileReading, 'table' | 'source' | 'isDryRun'> {
  const encoding = options.encoding === undefined ? null : readEncoding(options.encoding);
  if (options.encoding !== undefined && encoding === null)
    throw new AppError('REQUEST.INVALID', { message: `encoding: "${options.encoding}" is no encoding` });
  return {
    format: options.format ?? null,
    encoding,
    mustBeGzip: /\.gz$/i.test(name),
    mapping: options.mapping ?? {},
    hasHeader: options.has_header ?? null,
    separator: options.separator ?? null,
    dateOrder: options.date_order ?? null,
    listSeparator: options.list_separator ?? null,
    keepsKnown: options.keep_known ?? false,
    choices: options.choices ?? [],
    maxRejects: null,
    refusesUnreadable: false,
  };
}
