/** An upload as its request describes it, for the operator's token and for operators in the app alike. */
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { createImport } from '@leadloom/shared/contract/imports';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { FastifyRequest } from 'fastify';
import type { UploadRequest } from './imports.service.ts';
import { readUploadHeaders } from './upload-headers.ts';

type UploadQuery = Omit<EndpointRequest<typeof createImport>['query'], 'table'>;

/** @throws {AppError} REQUEST.UNSUPPORTED_MEDIA_TYPE */
export function readUpload(request: FastifyRequest, table: TableName, query: UploadQuery): UploadRequest {
  const { mustBeGzip, isJson } = readUploadHeaders(request);
  return {
    table,
    format: query.format ?? (isJson ? 'jsonl' : null),
    mustBeGzip,
    isDryRun: query.dry_run === 'true',
    source: query.source ?? 'upload',
    mapping: query.mapping ?? null,
    maxRejects: query.max_rejects ?? null,
    keepsKnown: query.keep_known === 'true',
    refusesUnreadable: query.blank_unreadable === 'false',
    dateOrder: query.date_order ?? null,
    hasHeader: query.header !== 'no',
    headerLine: query.header_line ?? null,
    encoding: query.encoding ?? null,
    sheet: query.sheet ?? null,
    entry: query.entry ?? null,
  };
}
