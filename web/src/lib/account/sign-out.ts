/** Signs out: the server ends the session if it can be reached; this browser forgets it, and what was collected here, in any case. */
import { logout } from '@leadloom/shared/contract/accounts';
import { send } from '../api-client/send.ts';
import { logProblem } from '../log.ts';
import { forgetPastedLines } from '../match/pasted-lines.ts';
import { forgetQuestions } from '../question-storage.ts';
import { session } from '../session/session.ts';
import { storedAnswersOwner } from '../stored-answers/stored-note.ts';

/** The longest wait for the server; after it the request continues in the background. */
const SIGN_OUT_TIMEOUT_MS = 3000;

/** How many collected people are in this browser alone, which signing out deletes. */
export async function countUnsavedPeople(): Promise<number> {
  const accountKey = session.accountKey();
  if (accountKey === null || storedAnswersOwner() !== accountKey) return 0;
  const { countUnsaved } = await import('../stored-answers/forget-answers.ts');
  return countUnsaved(accountKey);
}

/**
 * Forgets what an account that signs out or was deleted leaves in this browser: pasted lines, its last questions, the name of
 * its workspace, and what was collected. Never rejects.
 */
export async function forgetAccount(accountKey: string | null): Promise<void> {
  forgetPastedLines();
  forgetQuestions();
  if (accountKey === null) return;
  await import('../workspace/open-workspace.ts').then(
    ({ forgetWorkspaceName }) => forgetWorkspaceName(accountKey),
    (cause: unknown) => logProblem('The name of the workspace could not be deleted from this browser.', cause),
  );
  if (storedAnswersOwner() !== accountKey) return;
  await import('../stored-answers/forget-answers.ts').then(
    ({ forgetAnswers }) => forgetAnswers(accountKey),
    (cause: unknown) => logProblem('What was collected could not be deleted from this browser.', cause),
  );
}

export async function signOut(): Promise<void> {
  const accountKey = session.accountKey();
  const answered = send(logout, {}, { bearer: session.accessToken() }).catch(() => undefined);
  const waited = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  await Promise.race([answered, waited]);
  session.end();
  await forgetAccount(accountKey);
}
