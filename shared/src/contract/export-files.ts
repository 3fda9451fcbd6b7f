/** The files of scheduled exports, for programs as well. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeNumber } from './whole-number.ts';

const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const downloadExportFile = endpoint({
  method: 'GET',
  path: '/scheduled-exports/{export_id}/files/{file_id}',
  access: 'verified',
  right: 'export',
  apiKey: 'free',
  summary: 'Download a file of a scheduled export; its rows were counted when it was written',
  params: z.strictObject({ export_id: id, file_id: id }),
  turn: 'own',
  success: { kind: 'file', status: 200, contentType: 'application/octet-stream', fileName: 'export.csv' },
  errors: ['SCHEDULED_EXPORT.FILE_NOT_FOUND', 'AUTH.NOT_VERIFIED'],
});
