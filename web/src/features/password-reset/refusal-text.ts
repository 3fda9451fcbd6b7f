import { ApiError } from '../../lib/api-client/api-error.ts';

/** A 403 shows a fixed text; everything else shows the server's message. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 403 ? 'Unauthorized' : error.message;
}
