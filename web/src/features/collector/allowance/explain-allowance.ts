/** Explains a member's allowance in plain sentences. */
import type { Allowance } from '@leadloom/shared/messages/allowance';

type Pause = NonNullable<Allowance['pause']>;
type Refusal = NonNullable<NonNullable<Allowance['catalogue']>['refusal']>;

const pauses: Record<Pause['cause'], string> = {
  throttled: 'LinkedIn asked for a pause',
  challenged: 'LinkedIn wants to check that you are human',
  signed_out: 'LinkedIn has signed you out',
  redirected: 'LinkedIn redirected a request',
  refused: 'LinkedIn refused several members in a row',
  upstream_error: 'LinkedIn’s servers failed several times',
};

const wayOn: Record<Pause['cause'], string> = {
  throttled: '',
  challenged: ' Open linkedin.com in another tab and complete the check, then press “Continue now” in the extension’s popup.',
  signed_out: ' Sign in to LinkedIn in another tab.',
  redirected: ' Open linkedin.com in another tab and check what it shows, then press “Continue now” in the extension’s popup.',
  refused:
    ' Open linkedin.com in another tab and check that it still shows you profiles, then press “Continue now” in the extension’s popup.',
  upstream_error: '',
};

/** null: no pause is in force. @param format turns epoch milliseconds into the reader's local time */
export function explainPause(pause: Allowance['pause'], now: number, format: (epoch: number) => string): string | null {
  if (pause === null || pause.until <= now) return null;
  return `${pauses[pause.cause]}. The extension sends no requests until ${format(pause.until)}.${wayOn[pause.cause]}`;
}

const refusals: Record<Refusal, string> = {
  bad_signature: 'its signature does not match',
  other_key:
    'it is signed with a different key; if the server was reinstalled, disconnect and reconnect this address in the extension',
  older: 'it is older than one the extension has seen',
  changed: 'it changed without a new version number',
  not_valid: 'it has parts the extension does not allow',
};

/** Why the endpoint catalogue of this server is not in force; null when it is. */
export function explainRefusal(catalogue: Allowance['catalogue']): string | null {
  const refusal = catalogue?.refusal;
  if (refusal === undefined || refusal === null) return null;
  return `The extension does not use this server’s endpoint catalogue: ${refusals[refusal]}. Tell the operator of this server.`;
}

export function explainWarmUp(day: number | null): string | null {
  return day === null ? null : `Day ${day} of 7: the limits start low and grow every day.`;
}
