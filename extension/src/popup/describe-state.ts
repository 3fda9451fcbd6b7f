/** The popup's words, from its state. Pure. */
import type { Allowance, Meter } from '@leadloom/shared/messages/allowance';
import type { CoolDown } from '../state/cool-down.ts';
import { momentOf } from './moment.ts';
import type { OriginState, PopupState } from './popup-state.ts';

interface LinkedInWords {
  readonly status: string;
  readonly advice: string;
}

const linkedInWords: Readonly<Record<PopupState['linkedIn'], LinkedInWords>> = {
  signed_in: { status: 'Signed in', advice: '' },
  signed_out: { status: 'Not signed in', advice: 'Sign in at www.linkedin.com in this browser.' },
  no_access: {
    status: 'No access',
    advice: 'This browser withholds access to LinkedIn or to your Leadloom. Nothing can be collected until you allow it.',
  },
};

export function describeLinkedIn(state: PopupState['linkedIn']): LinkedInWords {
  return linkedInWords[state];
}

export function describeRequests({ used, limit }: Meter): string {
  return `${used} of ${limit} requests in 24 hours`;
}

export function describeMeter({ used, limit }: Meter): string {
  return `${Math.max(0, limit - used)} of ${limit} left`;
}

/** @param now milliseconds since 1970 @returns nothing while some are left */
export function describeContinuation({ continuesAt }: Meter, now: number, locale?: string): string {
  return continuesAt === null ? '' : `Continues ${momentOf(continuesAt, now, locale)}.`;
}

export function describeWarmUp(day: Allowance['warmUpDay']): string {
  return day === null ? '' : `Warm-up, day ${day} of 7: the limits grow daily.`;
}

/** @param now milliseconds since 1970; times are told in the browser's own time zone */
export function describeCoolDown(coolDown: CoolDown, now: number, locale?: string): string {
  const when = momentOf(coolDown.until, now, locale);
  switch (coolDown.cause) {
    case 'throttled':
      return `LinkedIn asked for a pause. Collecting can continue ${when}.`;
    case 'challenged':
      return `LinkedIn wants to know that you are human. Open LinkedIn, answer its question, then continue. Otherwise the pause ends ${when}.`;
    case 'signed_out':
      return 'LinkedIn ended your session. Sign in again, and collecting can continue.';
    case 'redirected':
      return `LinkedIn sent a request elsewhere. Open LinkedIn and see whether it asks something of you, then continue. Otherwise the pause ends ${when}.`;
    case 'refused':
      return `LinkedIn refused five profiles in a row. Open LinkedIn and see whether your account works as usual, then continue. Otherwise the pause ends ${when}.`;
    case 'upstream_error':
      return `LinkedIn’s servers failed several times in a row. Collecting can continue ${when}.`;
  }
}

type LearnedKey = Exclude<OriginState['key'], 'built_in' | null>;

/** By which key an origin's server is known, for the person to compare. */
export function describeKey({ fingerprint, isConfirmed }: LearnedKey): string {
  if (isConfirmed) return `Key ${fingerprint}, confirmed`;
  return `Key ${fingerprint}. Compare it with the one Leadloom shows, then confirm it. Until then this server can only lower the limits.`;
}

/** What came of the catalogue an origin handed over. @param isKeyBuiltIn whether this extension was built with its key */
export function describeCatalogue({ version, refusal }: NonNullable<Allowance['catalogue']>, isKeyBuiltIn: boolean): string {
  const kept = version === null ? '' : ` Version ${version} is in use.`;
  switch (refusal) {
    case null:
      return `Endpoint catalogue, version ${version}`;
    case 'bad_signature':
      return `Its endpoint catalogue was refused: the signature is wrong.${kept}`;
    case 'other_key':
      return isKeyBuiltIn
        ? `Another server answers there than the one this extension was built for, and was refused. If you set the server up anew, reload the extension on the browser’s page of extensions.${kept}`
        : `Another server than the first one answers there, and was refused. If you set the server up anew, remove it here.${kept}`;
    case 'older':
      return `Its endpoint catalogue was refused: it is older than the one before.${kept}`;
    case 'changed':
      return `Its endpoint catalogue was refused: it changed and kept its version.${kept}`;
    case 'not_valid':
      return `Its endpoint catalogue was refused: it is not valid.${kept}`;
  }
}
