/** A LinkedIn client on fakes, as the handlers get it. */
import type { Asker } from '../background/handler.ts';
import { createLinkedInClient, type LinkedInClient } from '../background/linkedin-client.ts';
import { createPacer, noPause, type Pace } from '../background/pacer.ts';
import { createRequestGate, type RequestGate } from '../background/request-gate.ts';
import { createStops } from '../background/stops.ts';
import { type AllowanceRules, generousAllowance } from '../state/allowance.ts';
import { readCeiling } from '../state/catalogues.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { createLedger, readLedgerDay } from '../state/ledger.ts';
import type { BuiltIn } from '../state/origin-keys.ts';
import { createFakeLinkedIn, type FakeLinkedIn } from './fake-linkedin.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface BackgroundParts {
  readonly client: LinkedInClient;
  readonly linkedIn: FakeLinkedIn;
  readonly clock: ManualClock;
  readonly gate: RequestGate;
}

/** Who asks, in tests of handlers. */
export const app: Asker = { origin: 'http://localhost:3000', documentId: 'A page of the app' };
/** A build that knows no server's key. */
export const withoutKey: BuiltIn = { origins: [app.origin], serverKey: null };

export interface BackgroundSetting {
  readonly pace?: Pace;
  readonly rules?: AllowanceRules;
  /** The LinkedIn of an earlier worker: the browser, its storage and LinkedIn stay when a worker ends. */
  readonly linkedIn?: FakeLinkedIn;
  readonly clock?: ManualClock;
  readonly builtIn?: BuiltIn;
}

/** One worker. What was stored by the one before is what it finds. */
export function createBackgroundParts(setting: BackgroundSetting = {}): BackgroundParts {
  const { pace = noPause, rules = generousAllowance, linkedIn = createFakeLinkedIn(), clock = createManualClock() } = setting;
  const { builtIn = withoutKey } = setting;
  const { now } = clock;
  const pacer = createPacer(
    pace,
    clock,
    async () => 0,
    () => 0.5,
  );
  const gate = createRequestGate({
    ledger: createLedger(0),
    now,
    rules,
    readCeiling: async (limits) => readCeiling([...builtIn.origins, ...(await readConnectedOrigins())], limits, builtIn),
  });
  const stops = createStops(now, async () => (await readLedgerDay(now())).entries);
  return {
    linkedIn,
    clock,
    gate,
    client: createLinkedInClient({ pacer, gate, stops, clock, fetch: linkedIn.fetch, timeoutMs: 200 }),
  };
}

export function profileUrl(member: string): string {
  return PROFILE_URL.replace('maren-holt', member);
}

export const PROFILE_URL =
  'https://www.linkedin.com/voyager/api/identity/dash/profiles?q=memberIdentity&memberIdentity=maren-holt&decorationId=com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-91';
export const CONNECTIONS_DECORATION = 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16';
export const SEARCH_QUERY_ID = 'voyagerSearchDashClusters.0123456789abcdef0123456789abcdef';
