/**
 * The service worker. Listeners are registered in the first turn of the event loop, before anything is awaited.
 * Otherwise the event that starts the worker would be lost.
 */

import { updateBridges } from '../background/bridge-registration.ts';
import { createCheckConnections } from '../background/check-connections.ts';
import { checkCookies } from '../background/check-cookies.ts';
import { createCheckExtension } from '../background/check-extension.ts';
import { createDispatcher } from '../background/dispatch.ts';
import { createFetchData } from '../background/fetch-data.ts';
import { createLinkedInClient } from '../background/linkedin-client.ts';
import { createPacer, memberPace, noPause } from '../background/pacer.ts';
import { createPageProofs } from '../background/page-proofs.ts';
import { createRequestGate } from '../background/request-gate.ts';
import { createRunSearch } from '../background/run-search.ts';
import { createStops } from '../background/stops.ts';
import { createUsedIds } from '../background/used-ids.ts';
import { builtIn, isPaced } from '../build-settings.ts';
import { onLinkedInCookieSet } from '../platform/linkedin-cookies.ts';
import { extensionId, isFirefox, onMessage, onStart } from '../platform/runtime.ts';
import { onSiteAccessChange } from '../platform/site-access.ts';
import { onStoredChange } from '../platform/storage.ts';
import { generousAllowance, memberAllowance } from '../state/allowance.ts';
import { readCeiling } from '../state/catalogues.ts';
import { systemClock } from '../state/clock.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { CONNECTED_ORIGINS_KEY } from '../state/connected-origins-key.ts';
import { endUserCoolDown } from '../state/cool-down.ts';
import { createLedger, readLedgerDay } from '../state/ledger.ts';

const { now } = systemClock;
const earlierRequests = async () => (await readLedgerDay(now())).entries;
const gate = createRequestGate({
  ledger: createLedger(),
  now,
  rules: isPaced ? memberAllowance : generousAllowance,
  readCeiling: async (limits) => readCeiling([...builtIn.origins, ...(await readConnectedOrigins())], limits, builtIn),
});
const client = createLinkedInClient({
  pacer: createPacer(isPaced ? memberPace : noPause, systemClock, async () => (await earlierRequests()).at(-1)?.time ?? 0),
  gate,
  stops: createStops(now, earlierRequests),
  clock: systemClock,
  fetch: globalThis.fetch.bind(globalThis),
});

const proofs = createPageProofs(now, builtIn);

onMessage(
  createDispatcher(
    {
      checkExtension: createCheckExtension(gate, proofs, client, now),
      checkCookies,
      checkConnections: createCheckConnections(client),
      runSearch: createRunSearch(client),
      fetchData: createFetchData(client, createUsedIds(now)),
    },
    {
      extensionId: extensionId(),
      hasLifecycles: !isFirefox(),
      builtInOrigins: builtIn.origins,
      connectedOrigins: readConnectedOrigins,
    },
    proofs,
  ),
);
onStart(() => void updateBridges(builtIn.origins));
onSiteAccessChange(() => void updateBridges(builtIn.origins));
onStoredChange((keys) => {
  if (keys.includes(CONNECTED_ORIGINS_KEY)) void updateBridges(builtIn.origins);
});
// The member signed in again, which ends a pause that waited for it.
onLinkedInCookieSet('li_at', () => void endUserCoolDown(now(), ['signed_out']));
