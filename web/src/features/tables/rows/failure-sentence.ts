/** The message when a table or its export fails: the server's own if it sent one. */
import { ApiError } from '../../../lib/api-client/api-error.ts';

const UNEXPECTED = 'An unexpected error occurred.';

export function listFailure(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 403) return error.msg ?? 'Forbidden';
    if (error.status === 429) return error.msg ?? 'Rate Limited';
    if (error.status === 404) return error.msg ?? 'No results found';
  }
  return messageOf(error);
}

export function exportFailure(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 403) return error.msg ?? 'Forbidden';
    if (error.status === 404) return error.msg ?? 'Not Found';
  }
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : UNEXPECTED;
}
