/** A LinkedIn client on fakes, as the handlers get it. */
import { createLinkedInClient, type LinkedInClient } from '../background/linkedin-client.ts';
import { createPacer, noPause, type Pace } from '../background/pacer.ts';
import { createLedger } from '../state/ledger.ts';
import { createFakeLinkedIn, type FakeLinkedIn } from './fake-linkedin.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface BackgroundParts {
  readonly client: LinkedInClient;
  readonly linkedIn: FakeLinkedIn;
  readonly clock: ManualClock;
}

export function createBackgroundParts(pace: Pace = noPause): BackgroundParts {
  const linkedIn = createFakeLinkedIn();
  const clock = createManualClock();
  const pacer = createPacer(
    pace,
    clock,
    async () => 0,
    () => 0.5,
  );
  return {
    linkedIn,
    clock,
    client: createLinkedInClient({ pacer, ledger: createLedger(0), clock, fetch: linkedIn.fetch, timeoutMs: 200 }),
  };
}

export const PROFILE_URL =
  'https://www.linkedin.com/voyager/api/identity/dash/profiles?q=memberIdentity&memberIdentity=maren-holt&decorationId=com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-91';
export const CONNECTIONS_DECORATION = 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16';
export const SEARCH_QUERY_ID = 'voyagerSearchDashClusters.0123456789abcdef0123456789abcdef';
