/** Messages of failed calls: with the status if the server refused, otherwise a general one with the cause in the log. */
import { ApiError } from '../../lib/api-client/api-error.ts';
import { logProblem } from '../../lib/log.ts';

/** An unreadable response counts as none, whatever its status. */
export function refusalOf(error: unknown): ApiError | null {
  return error instanceof ApiError && error.status >= 300 ? error : null;
}

export function loadFailureText(error: ApiError): string {
  return refusalOf(error) === null
    ? 'Error fetching detected trends. Please check console.'
    : `Failed to fetch trends. Status: ${error.status}`;
}

export function queueFailureText(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal !== null) return `Failed to queue trend analysis. Status: ${refusal.status} - ${refusal.msg ?? 'Unknown error'}`;
  logProblem('The analysis could not be started.', error);
  return 'Error triggering trend analysis. Please check console.';
}

export function deleteFailureText(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal === null) {
    logProblem('The trends could not be deleted.', error);
    return 'Error deleting all trends. Please check console.';
  }
  return refusal.msg === null ? `Failed to delete trends. Status: ${refusal.status}` : deletionRefusedText(refusal.msg);
}

/** @param error the server's own sentence */
export function deletionRefusedText(error: string): string {
  return `Failed to delete trends: ${error}`;
}
