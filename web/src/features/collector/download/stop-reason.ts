/** Why a download job ended before its last entry, and what a person can do about it. */
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import * as z from 'zod/mini';

export const stopReasonSchema = z.enum([
  'user',
  'throttled',
  'challenged',
  'signed_out',
  /** LinkedIn ended the session while it was used. */
  'session_ended',
  'redirected',
  'upstream_error',
  'offline',
  'timeout',
  'no_permission',
  'sender_not_allowed',
  'unproved',
  'rate_limited',
  'allowance_spent',
  'internal',
  'extension_gone',
  'server_away',
  'storage_full',
  'stale_catalogue',
  'repeated_failures',
  'other_tab',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

export const stopNoticeSchema = z.object({
  reason: stopReasonSchema,
  /** Epoch milliseconds from which it makes sense to continue; null: as soon as the cause is gone. */
  continueAt: z.nullable(z.number()),
});
export type StopNotice = z.infer<typeof stopNoticeSchema>;

/**
 * Reasons that come with a pause, and how long it lasts where the error does not say; null: nobody knows. A sign-out is
 * not among them: its pause ends with the next sign-in.
 */
const pauseSeconds: Partial<Record<StopReason, number | null>> = {
  throttled: 15 * 60,
  // The first answer of these begins the extension's pause and does not name its length yet.
  challenged: 60 * 60,
  redirected: 15 * 60,
  upstream_error: null,
  rate_limited: null,
  allowance_spent: null,
};

/** After these the extension and the sign-in are checked again, because their lines no longer hold. */
const changedStatus: ReadonlySet<string> = new Set<StopReason>(['signed_out', 'session_ended', 'extension_gone']);

/** @param reason of any kind of stop; undefined or null while there is none */
export function changesStatus(reason: string | null | undefined): boolean {
  return typeof reason === 'string' && changedStatus.has(reason);
}

/** The member may end these pauses early, in the extension's popup. */
const endedInPopup: ReadonlySet<string> = new Set<StopReason>(['challenged', 'redirected']);

const stopping: Partial<Record<MessageErrorCode, StopReason>> = {
  throttled: 'throttled',
  challenged: 'challenged',
  signed_out: 'signed_out',
  redirected: 'redirected',
  upstream_error: 'upstream_error',
  offline: 'offline',
  timeout: 'timeout',
  no_permission: 'no_permission',
  sender_not_allowed: 'sender_not_allowed',
  unproved: 'unproved',
  rate_limited: 'rate_limited',
  allowance_spent: 'allowance_spent',
  internal: 'internal',
};

/** The notice for an error that ends the whole job; null for one that concerns a single answer. */
export function stopNoticeFor(error: MessageError, now: number): StopNotice | null {
  const hasEnded = error.code === 'signed_out' && error.retryAfterSeconds !== undefined;
  const reason = hasEnded ? 'session_ended' : stopping[error.code];
  if (reason === undefined) return null;
  // Without a time it is LinkedIn's own answer to this one request; with one, nothing was sent and nothing will be.
  if (reason === 'upstream_error' && error.retryAfterSeconds === undefined) return null;
  const defaultPause = pauseSeconds[reason];
  const seconds = defaultPause === undefined ? null : (error.retryAfterSeconds ?? defaultPause);
  return { reason, continueAt: seconds === null ? null : now + seconds * 1000 };
}

/** This text is shown on its own line, before what can be done about it. */
export const UNREACHED = 'LinkedIn cannot be reached. Nothing was charged to your allowance.';

const explanations: Record<StopReason, string> = {
  user: 'You stopped the download.',
  // The extension says the same of five members refused in a row; only that pause can be ended in the popup.
  throttled:
    'LinkedIn asked for a pause or refused several profiles in a row, so the download has stopped. The extension’s popup shows which. If it offers “Continue now”, that ends the pause.',
  challenged:
    'LinkedIn wants to check that you are human. Open linkedin.com in another tab and complete the check, press “Continue now” in the extension’s popup, then start the job again.',
  signed_out: 'You are signed out of LinkedIn. Sign in in another tab, then start the job again.',
  session_ended: 'LinkedIn has signed you out, so the download has stopped. Sign in in another tab, then start the job again.',
  redirected:
    'LinkedIn redirected the request, which usually means it wants to show you something. Open linkedin.com in another tab and check what it shows, press “Continue now” in the extension’s popup, then start the job again.',
  upstream_error: 'LinkedIn’s servers failed several times in a row, so the download has stopped.',
  offline: 'Check your internet connection, then start the job again.',
  timeout: 'LinkedIn or the extension did not answer in time. Start the job again to continue.',
  no_permission:
    'The extension has no access to linkedin.com. Allow it in the browser’s extension settings, under “Site access”, then start the job again.',
  sender_not_allowed:
    'The extension is not connected to this address. Connect it in the extension’s popup, then start the job again.',
  unproved:
    'The extension could not verify that this page comes from the server it knows. If the server was reinstalled, reload the extension in the browser, or remove this address in its popup and connect it again. Then reload this page.',
  rate_limited: 'The extension is holding requests back to protect your LinkedIn account.',
  allowance_spent: 'The 24-hour allowance is used up. It protects your LinkedIn account.',
  internal: 'The extension failed. Start the job again. If it fails again, reload the extension.',
  extension_gone: 'The extension is no longer answering. Enable it, reload this page, then continue.',
  server_away:
    'The Leadloom server is not answering. What was downloaded is kept in this browser and will be sent when the server is back.',
  storage_full:
    'Your storage is full. Delete something you no longer need, then start the job again. What was downloaded is kept in this browser.',
  stale_catalogue:
    'LinkedIn has changed its addresses and none of the known ones works. The operator of this server needs to update its endpoint catalogue.',
  repeated_failures: 'Several profiles in a row could not be read, so the download has stopped to protect your LinkedIn account.',
  other_tab: 'A download is running in another tab. Follow it there, or stop it there first.',
};

/** One or two lines of plain sentences. @param format turns epoch milliseconds into the reader's local time */
export function explainStop(
  { reason, continueAt }: StopNotice,
  now: number,
  format: (epoch: number) => string,
): readonly string[] {
  const explanation = `${explanations[reason]}${sayWhen({ reason, continueAt }, now, format)}`;
  return reason === 'offline' ? [UNREACHED, explanation] : [explanation];
}

/** The sentence that names the time, with a leading space; empty where there is none. */
export function sayWhen(
  { reason, continueAt }: { readonly reason: string; readonly continueAt: number | null },
  now: number,
  format: (epoch: number) => string,
): string {
  if (continueAt === null) return '';
  if (continueAt <= now) return endedInPopup.has(reason) ? ' The pause is over.' : ' You can continue now.';
  const moment = format(continueAt);
  return endedInPopup.has(reason) ? ` Otherwise the pause ends at ${moment}.` : ` You can continue at ${moment}.`;
}
