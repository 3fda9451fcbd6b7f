/** Why a download job ended before its last row, and what a person can do about it. */
import type { MessageError, MessageErrorCode } from '@leadloom/shared/messages/message-error';
import { z } from 'zod';

export const stopReasonSchema = z.enum([
  'user',
  'throttled',
  'challenged',
  'signed_out',
  'redirected',
  'offline',
  'timeout',
  'no_permission',
  'sender_not_allowed',
  'rate_limited',
  'allowance_spent',
  'internal',
  'extension_gone',
  'server_away',
  'stale_catalogue',
  'repeated_failures',
  'other_tab',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

export const stopNoticeSchema = z.object({
  reason: stopReasonSchema,
  /** Epoch milliseconds from which it makes sense to continue; null: as soon as the cause is gone. */
  continueAt: z.number().nullable(),
});
export type StopNotice = z.infer<typeof stopNoticeSchema>;

/** LinkedIn asked for a pause and did not say how long. */
export const DEFAULT_PAUSE_SECONDS = 15 * 60;

const stopping: Partial<Record<MessageErrorCode, StopReason>> = {
  throttled: 'throttled',
  challenged: 'challenged',
  signed_out: 'signed_out',
  redirected: 'redirected',
  offline: 'offline',
  timeout: 'timeout',
  no_permission: 'no_permission',
  sender_not_allowed: 'sender_not_allowed',
  rate_limited: 'rate_limited',
  allowance_spent: 'allowance_spent',
  internal: 'internal',
};

/** The notice for an error that ends the whole job; null for one that concerns a single answer. */
export function stopNoticeFor(error: MessageError, now: number): StopNotice | null {
  const reason = stopping[error.code];
  if (reason === undefined) return null;
  const hasPause = reason === 'throttled' || reason === 'rate_limited' || reason === 'allowance_spent';
  // Signing in or passing the check ends every other pause at once.
  const seconds = hasPause ? (error.retryAfterSeconds ?? (reason === 'throttled' ? DEFAULT_PAUSE_SECONDS : null)) : null;
  return { reason, continueAt: seconds === null ? null : now + seconds * 1000 };
}

const explanations: Record<StopReason, string> = {
  user: 'You stopped the download.',
  throttled: 'LinkedIn asks for a pause, so the download has stopped.',
  challenged:
    'LinkedIn wants to check that you are a person. Open linkedin.com in another tab, complete the check, then start the job again.',
  signed_out: 'You are signed out of LinkedIn. Sign in on another tab, then start the job again.',
  redirected:
    'LinkedIn sent the request elsewhere, which usually means it wants you to sign in again. Open linkedin.com in another tab, then start the job again.',
  offline: 'LinkedIn cannot be reached. Check your internet connection, then start the job again.',
  timeout: 'LinkedIn or the extension did not answer in time. Start the job again to continue.',
  no_permission:
    'The extension may not read linkedin.com. Allow it in the browser’s extension settings, under “Site access”, then start the job again.',
  sender_not_allowed:
    'The extension is not connected to this address. Connect it in the extension’s popup, then start the job again.',
  rate_limited: 'The extension is holding requests back to protect your LinkedIn account.',
  allowance_spent: 'What the extension may ask of LinkedIn in 24 hours is used up, to protect your LinkedIn account.',
  internal: 'The extension ran into a fault. Start the job again; if it happens again, reload the extension.',
  extension_gone: 'The extension is no longer answering. Enable it, reload this page, then continue.',
  server_away:
    'The Leadloom server is not answering. What was downloaded is kept in this browser and will be sent when the server is back.',
  stale_catalogue:
    'LinkedIn has changed its addresses and none of the known ones works. The operator of this server needs to update its endpoint catalogue.',
  repeated_failures: 'Several profiles in a row could not be read, so the download has stopped to protect your LinkedIn account.',
  other_tab: 'A download is running in another tab. Follow it there, or stop it there first.',
};

/** One or two plain sentences. @param format says epoch milliseconds in the reader's words */
export function explainStop({ reason, continueAt }: StopNotice, now: number, format: (epoch: number) => string): string {
  const explanation = explanations[reason];
  if (continueAt === null) return explanation;
  return continueAt > now ? `${explanation} You can continue at ${format(continueAt)}.` : `${explanation} You can continue now.`;
}
