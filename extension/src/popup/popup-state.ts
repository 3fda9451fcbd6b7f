/** Everything the popup shows, read at once. Cookie values are not part of it: presence is enough. */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { extensionVersion } from '../platform/runtime.ts';
import { hasPageAccess, hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import { type AllowanceRules, describeAllowance } from '../state/allowance.ts';
import { countedOf, readFirstRequest } from '../state/allowance-record.ts';
import { outcomeOfCatalogue, readCatalogues, readCeiling } from '../state/catalogues.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { type CoolDown, readCoolDown } from '../state/cool-down.ts';
import { readLedgerDay } from '../state/ledger.ts';
import { isSignedIn } from '../state/linkedin-session.ts';

export interface PopupState {
  readonly version: string;
  /** `no_access`: the user withholds LinkedIn, or the pages of every address Leadloom was built for. */
  readonly linkedIn: 'signed_in' | 'signed_out' | 'no_access';
  /** Requests sent to LinkedIn in the last 24 hours. */
  readonly requestCount: number;
  readonly allowance: Pick<Allowance, 'profiles' | 'searchPages' | 'lookups' | 'warmUpDay'>;
  readonly coolDown: CoolDown | null;
  readonly origins: readonly OriginState[];
}

export interface OriginState {
  readonly origin: string;
  /** Built for it, instead of connected here. Such a one is shown once it handed over a catalogue. */
  readonly isBuiltIn: boolean;
  readonly catalogue: Allowance['catalogue'];
}

export interface PopupSetting {
  /** The origins the extension was built for, the most likely one first. */
  readonly builtInOrigins: readonly string[];
  readonly rules: AllowanceRules;
}

/** @param now milliseconds since 1970 */
export async function readPopupState({ builtInOrigins, rules }: PopupSetting, now: number): Promise<PopupState> {
  const [hasLinkedIn, pages, day, coolDown, connectedOrigins] = await Promise.all([
    hasSiteAccess(LINKEDIN_ORIGIN),
    Promise.all(builtInOrigins.map(hasPageAccess)),
    readLedgerDay(now),
    readCoolDown(now),
    readConnectedOrigins(),
  ]);
  const hasAccess = hasLinkedIn && (pages.includes(true) || connectedOrigins.length > 0);
  const signedIn = hasAccess && (await isSignedIn()) && coolDown?.cause !== 'signed_out';
  const origins = [...builtInOrigins, ...connectedOrigins];
  const [catalogues, ceiling, firstRequest] = await Promise.all([
    readCatalogues(origins),
    readCeiling(origins, rules.limits),
    readFirstRequest(day, now),
  ]);
  const facts = { counted: countedOf(day), firstRequest, ceiling, warmUpDays: rules.warmUpDays };
  return {
    version: extensionVersion(),
    linkedIn: signedIn ? 'signed_in' : hasAccess ? 'signed_out' : 'no_access',
    requestCount: day.entries.length,
    allowance: describeAllowance(facts, now),
    coolDown,
    origins: origins
      .map((origin, index) => ({
        origin,
        isBuiltIn: index < builtInOrigins.length,
        catalogue: outcomeOfCatalogue(catalogues[index] ?? null),
      }))
      .filter(({ isBuiltIn, catalogue }) => !isBuiltIn || catalogue !== null),
  };
}
