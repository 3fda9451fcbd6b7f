/** The popup's texts, from its state. Pure. */
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
    advice: 'The extension has no access to LinkedIn or to your Leadloom. Nothing can be collected until you allow it.',
  },
};

export function describeLinkedIn({ linkedIn, isFirefox }: Pick<PopupState, 'linkedIn' | 'isFirefox'>): LinkedInWords {
  const words = linkedInWords[linkedIn];
  if (linkedIn !== 'signed_out' || !isFirefox) return words;
  return { ...words, advice: `${words.advice} The extension cannot see whether you are signed in inside a container tab.` };
}

/** How to connect an address, and what the browser will ask for. */
export function describeConnecting({ isConnected, isFirefox }: Pick<PopupState, 'isConnected' | 'isFirefox'>): string {
  const first = 'The extension works with the Leadloom server that you or your company runs. Enter its address to begin.';
  const ports = 'Firefox asks for access to all ports of the server. The extension works only at the port you enter.';
  return [...(isConnected ? [] : [first]), ...(isFirefox ? [ports] : [])].join(' ');
}

export function describeRequests({ used, limit }: Meter): string {
  return `${used.toLocaleString()} of ${limit.toLocaleString()} requests in 24 hours`;
}

export function describeMeter({ used, limit }: Meter): string {
  return `${Math.max(0, limit - used).toLocaleString()} of ${limit.toLocaleString()} left`;
}

/** @param now milliseconds since 1970 @returns nothing while some are left */
export function describeContinuation({ continuesAt }: Meter, now: number, locale?: string): string {
  return continuesAt === null ? '' : `Continues ${momentOf(continuesAt, now, locale)}.`;
}

export function describeWarmUp(day: Allowance['warmUpDay']): string {
  return day === null ? '' : `Warm-up, day ${day} of 7: the limits grow daily.`;
}

/** @param now milliseconds since 1970; times are in the browser's own time zone */
export function describeCoolDown(coolDown: CoolDown, now: number, locale?: string): string {
  const when = momentOf(coolDown.until, now, locale);
  switch (coolDown.cause) {
    case 'throttled':
      return `LinkedIn asked for a pause. Collecting can continue ${when}.`;
    case 'challenged':
      return `LinkedIn wants to check that you are human. Open LinkedIn, complete the check, then continue. Otherwise the pause ends ${when}.`;
    case 'signed_out':
      return 'LinkedIn has signed you out. Sign in again to continue collecting.';
    case 'redirected':
      return `LinkedIn redirected a request. Open LinkedIn and check whether it shows a notice, then continue. Otherwise the pause ends ${when}.`;
    case 'refused':
      return `LinkedIn refused five profiles in a row. Open LinkedIn and check that your account works normally, then continue. Otherwise the pause ends ${when}.`;
    case 'upstream_error':
      return `LinkedIn’s servers failed several times in a row. Collecting can continue ${when}.`;
  }
}

type LearnedKey = Exclude<OriginState['key'], 'built_in' | null>;

/** The key of an origin's server, for the person to compare. */
export function describeKey({ fingerprint, isConfirmed }: LearnedKey): string {
  if (isConfirmed) return `Key ${fingerprint}, confirmed`;
  return `Key ${fingerprint}. Compare it with the one Leadloom shows, then confirm it. Until then this server can only lower the limits.`;
}

/** The result of the catalogue an origin handed over. @param isKeyBuiltIn whether this extension was built with its key */
export function describeCatalogue({ version, refusal }: NonNullable<Allowance['catalogue']>, isKeyBuiltIn: boolean): string {
  const kept = version === null ? '' : ` Version ${version} is in use.`;
  switch (refusal) {
    case null:
      return `Endpoint catalogue, version ${version}`;
    case 'bad_signature':
      return `Its endpoint catalogue was refused: its signature is invalid.${kept}`;
    case 'other_key':
      return isKeyBuiltIn
        ? `The server at this address is not the one this extension was built for, so it was refused. If you reinstalled the server, reload the extension on the browser’s extensions page.${kept}`
        : `A different server now answers at this address, so it was refused. If you reinstalled the server, remove the address here.${kept}`;
    case 'older':
      return `Its endpoint catalogue was refused: it is older than the previous one.${kept}`;
    case 'changed':
      return `Its endpoint catalogue was refused: it changed without a new version number.${kept}`;
    case 'not_valid':
      return `Its endpoint catalogue was refused: it is not valid.${kept}`;
  }
}
