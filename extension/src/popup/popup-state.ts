/** Everything the popup shows, read at once. Cookie values are not part of it: presence is enough. */
import { extensionVersion } from '../platform/runtime.ts';
import { hasPageAccess, hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { type CoolDown, readCoolDown } from '../state/cool-down.ts';
import { readLedger } from '../state/ledger.ts';
import { isSignedIn } from '../state/linkedin-session.ts';

export interface PopupState {
  readonly version: string;
  /** `no_access`: the user withholds LinkedIn, or the pages of every address Leadloom was built for. */
  readonly linkedIn: 'signed_in' | 'signed_out' | 'no_access';
  /** Requests sent to LinkedIn in the last 24 hours. */
  readonly requestCount: number;
  readonly coolDown: CoolDown | null;
  readonly connectedOrigins: readonly string[];
}

/** @param now milliseconds since 1970 */
export async function readPopupState(builtInOrigins: readonly string[], now: number): Promise<PopupState> {
  const [hasLinkedIn, pages, ledger, coolDown, connectedOrigins] = await Promise.all([
    hasSiteAccess(LINKEDIN_ORIGIN),
    Promise.all(builtInOrigins.map(hasPageAccess)),
    readLedger(now),
    readCoolDown(now),
    readConnectedOrigins(),
  ]);
  const hasAccess = hasLinkedIn && (pages.includes(true) || connectedOrigins.length > 0);
  const signedIn = hasAccess && (await isSignedIn()) && coolDown?.cause !== 'signed_out';
  return {
    version: extensionVersion(),
    linkedIn: signedIn ? 'signed_in' : hasAccess ? 'signed_out' : 'no_access',
    requestCount: ledger.length,
    coolDown,
    connectedOrigins,
  };
}
