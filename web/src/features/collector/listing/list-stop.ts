/** Why a list of LinkedIn was not read to its end, and what a person can do about it. */
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import * as z from 'zod/mini';
import { explainStop, type StopReason, sayWhen, stopReasonSchema, UNREACHED } from '../download/stop-reason.ts';

export const listStopSchema = z.object({
  reason: z.enum([
    ...stopReasonSchema.options,
    /** LinkedIn does not show this page to this viewer. */
    'not_shown',
    'linkedin_fault',
    /** The page could not be read, which is never the same as a page with nobody on it. */
    'unreadable',
    'too_large',
    /** The extension refuses this request. */
    'extension_refused',
    'server_refused',
  ]),
  /** Epoch milliseconds from which it makes sense to continue; null: as soon as the cause is gone. */
  continueAt: z.nullable(z.number()),
  /** What the server said, where it refused. */
  detail: z._default(z.nullable(z.string()), null),
});
export type ListStop = z.output<typeof listStopSchema>;
type ListReason = ListStop['reason'];

export function listStop(reason: ListReason, detail: string | null = null): ListStop {
  return { reason, continueAt: null, detail };
}

/** The reason to stop after an error that does not end every job, but ends this one: a list has no next page without this one. */
export function reasonOfFailure(code: MessageErrorCode): ListReason {
  switch (code) {
    case 'forbidden':
    case 'not_found':
      return 'not_shown';
    case 'stale_endpoint':
      return 'stale_catalogue';
    case 'upstream_error':
      return 'linkedin_fault';
    case 'not_json':
      return 'unreadable';
    case 'bad_request':
    case 'url_not_allowed':
    case 'duplicate_request':
      return 'extension_refused';
    default:
      return code;
  }
}

/** Explanations that differ from those for a download. */
const explanations: Partial<Record<ListReason, string>> = {
  user: 'You stopped reading.',
  throttled:
    'LinkedIn asked for a pause or refused several profiles in a row, so reading has stopped. The extension’s popup shows which. If it offers “Continue now”, that ends the pause.',
  challenged:
    'LinkedIn wants to check that you are human. Open linkedin.com in another tab and complete the check, press “Continue now” in the extension’s popup, then continue here.',
  signed_out: 'You are signed out of LinkedIn. Sign in in another tab, then continue here.',
  session_ended: 'LinkedIn has signed you out, so reading has stopped. Sign in in another tab, then continue here.',
  redirected:
    'LinkedIn redirected the request, which usually means it wants to show you something. Open linkedin.com in another tab and check what it shows, press “Continue now” in the extension’s popup, then continue here.',
  upstream_error: 'LinkedIn’s servers failed several times in a row, so reading has stopped.',
  offline: `${UNREACHED} Check your internet connection, then continue here.`,
  timeout: 'LinkedIn or the extension did not answer in time. You can continue here.',
  no_permission:
    'The extension has no access to linkedin.com. Allow it in the browser’s extension settings, under “Site access”, then continue here.',
  sender_not_allowed: 'The extension is not connected to this address. Connect it in the extension’s popup, then continue here.',
  allowance_spent: 'The 24-hour allowance is used up. It protects your LinkedIn account. What was read is kept.',
  internal: 'The extension failed. Continue here. If it fails again, reload the extension.',
  server_away:
    'The Leadloom server is not answering. What was read is kept in this browser and is saved first when you continue.',
  other_tab: 'Other LinkedIn work is running, here or in another tab. Wait until it ends, or stop it first.',
  not_shown: 'LinkedIn does not show this page to your account.',
  linkedin_fault: 'LinkedIn answered with a server error. Continue in a few minutes.',
  unreadable:
    'LinkedIn’s answer could not be read, so nothing was added from it. Continue later. If it happens again, tell the operator of this server.',
  too_large: 'LinkedIn’s answer is too large for the extension. If it happens again, tell the operator of this server.',
  extension_refused: 'The extension refused this request. Update the extension, reload this page, then continue here.',
};

/** One or two plain sentences. @param format turns epoch milliseconds into the reader's local time */
export function explainListStop(
  { reason, continueAt, detail }: ListStop,
  now: number,
  format: (epoch: number) => string,
): string {
  if (detail !== null) return detail;
  const explanation =
    explanations[reason] ?? (isSharedReason(reason) ? explainStop({ reason, continueAt: null }, now, format).join(' ') : '');
  return `${explanation}${sayWhen({ reason, continueAt }, now, format)}`;
}

function isSharedReason(reason: ListReason): reason is StopReason {
  return stopReasonSchema.safeParse(reason).success;
}
