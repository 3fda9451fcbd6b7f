/** The popup's words, from its state. Pure. */
import type { CoolDown } from '../state/cool-down.ts';
import type { PopupState } from './popup-state.ts';

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

export function describeRequests(count: number): string {
  if (count === 0) return 'No requests to LinkedIn';
  return count === 1 ? '1 request to LinkedIn' : `${count} requests to LinkedIn`;
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
  }
}

function momentOf(time: number, now: number, locale: string | undefined): string {
  const moment = new Date(time);
  const clock = moment.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === new Date(now).toDateString()) return `at ${clock}`;
  return `on ${moment.toLocaleDateString(locale, { weekday: 'long' })} at ${clock}`;
}
