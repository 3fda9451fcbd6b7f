/** What the extension says of a member's allowance, in plain sentences. */
import type { Allowance } from '@leadloom/shared/messages/allowance';

type Pause = NonNullable<Allowance['pause']>;
type Refusal = NonNullable<NonNullable<Allowance['catalogue']>['refusal']>;

const pauses: Record<Pause['cause'], string> = {
  throttled: 'LinkedIn asked for a pause',
  challenged: 'LinkedIn wants to check that you are a person',
  signed_out: 'LinkedIn ended your sign-in',
  redirected: 'LinkedIn sent a request elsewhere',
  refused: 'LinkedIn refused several members in a row',
  upstream_error: 'LinkedIn’s servers failed several times',
};

const wayOn: Record<Pause['cause'], string> = {
  throttled: '',
  challenged: ' Open linkedin.com in another tab and complete the check, then press “Continue now” in the extension’s popup.',
  signed_out: ' Sign in to LinkedIn on another tab.',
  redirected: ' Open linkedin.com in another tab and see what it wants, then press “Continue now” in the extension’s popup.',
  refused:
    ' Open linkedin.com in another tab and see whether it still shows you profiles, then press “Continue now” in the extension’s popup.',
  upstream_error: '',
};

/** null: no pause is in force. @param format says epoch milliseconds in the reader's words */
export function explainPause(pause: Allowance['pause'], now: number, format: (epoch: number) => string): string | null {
  if (pause === null || pause.until <= now) return null;
  return `${pauses[pause.cause]}. The extension asks LinkedIn for nothing until ${format(pause.until)}.${wayOn[pause.cause]}`;
}

const refusals: Record<Refusal, string> = {
  bad_signature: 'its signature does not match',
  other_key:
    'it is signed with another key than before; after a new installation, disconnect and connect this address in the extension',
  older: 'it is older than one the extension has seen',
  changed: 'it changed and kept its version',
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
