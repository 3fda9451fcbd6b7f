/**
 * Failures that the specification only logs. They are also shown in a snackbar, because a button that seems to do
 * nothing is worse; this can be turned off here.
 */
import { logProblem } from './log.ts';
import { showSnackbar } from './snackbar/snackbar-store.ts';

export const ARE_QUIET_FAILURES_SHOWN = true;

/** @param sentence what people read; the log gets `what` and the cause */
export function reportQuietFailure(what: string, sentence: string, cause: unknown): void {
  logProblem(what, cause);
  if (ARE_QUIET_FAILURES_SHOWN) showSnackbar('info', sentence);
}
