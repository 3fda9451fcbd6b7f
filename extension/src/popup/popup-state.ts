/** Everything the popup shows, read at once. Cookie values are not part of it: presence is enough. */
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { extensionVersion, isFirefox } from '../platform/runtime.ts';
import { hasPageAccess, hasSiteAccess, LINKEDIN_ORIGIN } from '../platform/site-access.ts';
import { type AllowanceRules, type CountedAllowance, describeAllowance } from '../state/allowance.ts';
import { countedOf, readFirstRequest } from '../state/allowance-record.ts';
import { outcomeOfCatalogue, readCatalogues, readCeiling } from '../state/catalogues.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { type CoolDown, readCoolDown } from '../state/cool-down.ts';
import { readLedgerDay } from '../state/ledger.ts';
import { isSignedIn } from '../state/linkedin-session.ts';
import { type BuiltIn, fingerprintOfKey, isBuiltInKey, type OriginKey, readOriginKeys } from '../state/origin-keys.ts';

export interface PopupState {
  readonly version: string;
  /** A package for a store knows no server before the person connects one. */
  readonly isConnected: boolean;
  /** The containers and match patterns of Firefox need a word of explanation. */
  readonly isFirefox: boolean;
  /** `no_access`: the user withholds LinkedIn, or the pages of every address Leadloom was built for. */
  readonly linkedIn: 'signed_in' | 'signed_out' | 'no_access';
  readonly allowance: CountedAllowance;
  readonly coolDown: CoolDown | null;
  readonly origins: readonly OriginState[];
}

export interface OriginState {
  readonly origin: string;
  /**
   * The extension was built for this origin, which was not connected here. Such an origin is shown once it has handed over a
   * catalogue.
   */
  readonly isBuiltIn: boolean;
  readonly catalogue: Allowance['catalogue'];
  /** The key by which the origin's server is known; `built_in`: the one this extension was built with; null: none yet. */
  readonly key: (OriginKey & { readonly fingerprint: string }) | 'built_in' | null;
}

export interface PopupSetting {
  readonly builtIn: BuiltIn;
  readonly rules: AllowanceRules;
}

/** @param now milliseconds since 1970 */
export async function readPopupState({ builtIn, rules }: PopupSetting, now: number): Promise<PopupState> {
  const [hasLinkedIn, pages, day, coolDown, connectedOrigins] = await Promise.all([
    hasSiteAccess(LINKEDIN_ORIGIN),
    Promise.all(builtIn.origins.map(hasPageAccess)),
    readLedgerDay(now),
    readCoolDown(now),
    readConnectedOrigins(),
  ]);
  const isConnected = builtIn.origins.length > 0 || connectedOrigins.length > 0;
  const hasPages = pages.includes(true) || connectedOrigins.length > 0;
  const hasAccess = hasLinkedIn && (hasPages || !isConnected);
  const signedIn = hasAccess && (await isSignedIn()) && coolDown?.cause !== 'signed_out';
  const origins = [...builtIn.origins, ...connectedOrigins];
  const [catalogues, keys, ceiling, firstRequest] = await Promise.all([
    readCatalogues(origins),
    readOriginKeys(origins, builtIn),
    readCeiling(origins, rules.limits, builtIn),
    readFirstRequest(day, now),
  ]);
  const facts = { counted: countedOf(day), firstRequest, ceiling, warmUpDays: rules.warmUpDays };
  return {
    version: extensionVersion(),
    isConnected,
    isFirefox: isFirefox(),
    linkedIn: signedIn ? 'signed_in' : hasAccess ? 'signed_out' : 'no_access',
    allowance: describeAllowance(facts, now),
    coolDown,
    origins: (
      await Promise.all(
        origins.map(
          async (origin, index): Promise<OriginState> => ({
            origin,
            isBuiltIn: index < builtIn.origins.length,
            catalogue: outcomeOfCatalogue(catalogues[index] ?? null),
            key: isBuiltInKey(origin, builtIn) ? 'built_in' : await withFingerprint(keys[index] ?? null),
          }),
        ),
      )
    ).filter(({ isBuiltIn, catalogue, key }) => !isBuiltIn || catalogue !== null || (key !== null && key !== 'built_in')),
  };
}

async function withFingerprint(key: OriginKey | null): Promise<Exclude<OriginState['key'], 'built_in'>> {
  return key === null ? null : { ...key, fingerprint: await fingerprintOfKey(key.publicKey) };
}
