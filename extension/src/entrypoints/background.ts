/**
 * The service worker. Listeners are registered in the first turn of the event loop, before anything is
 * awaited: an event that wakes the worker would otherwise be lost.
 */

import { updateBridges } from '../background/bridge-registration.ts';
import { createCheckConnections } from '../background/check-connections.ts';
import { checkCookies } from '../background/check-cookies.ts';
import { checkExtension } from '../background/check-extension.ts';
import { createDispatcher } from '../background/dispatch.ts';
import { createFetchData } from '../background/fetch-data.ts';
import { createLinkedInClient } from '../background/linkedin-client.ts';
import { createPacer, memberPace, noPause } from '../background/pacer.ts';
import { createRunSearch } from '../background/run-search.ts';
import { createUsedIds } from '../background/used-ids.ts';
import { builtInOrigins, isPaced } from '../build-settings.ts';
import { onLinkedInCookieSet } from '../platform/linkedin-cookies.ts';
import { extensionId, onMessage, onStart } from '../platform/runtime.ts';
import { onSiteAccessChange } from '../platform/site-access.ts';
import { onStoredChange } from '../platform/storage.ts';
import { systemClock } from '../state/clock.ts';
import { CONNECTED_ORIGINS_KEY, readConnectedOrigins } from '../state/connected-origins.ts';
import { endUserCoolDown } from '../state/cool-down.ts';
import { createLedger, readLedger } from '../state/ledger.ts';

const lastStart = async () => (await readLedger(systemClock.now())).at(-1)?.time ?? 0;
const client = createLinkedInClient({
  pacer: createPacer(isPaced ? memberPace : noPause, systemClock, lastStart),
  ledger: createLedger(),
  clock: systemClock,
  fetch: globalThis.fetch.bind(globalThis),
});

onMessage(
  createDispatcher(
    {
      checkExtension,
      checkCookies,
      checkConnections: createCheckConnections(client),
      runSearch: createRunSearch(client),
      fetchData: createFetchData(client, createUsedIds(systemClock.now)),
    },
    { extensionId: extensionId(), builtInOrigins, connectedOrigins: readConnectedOrigins },
  ),
);
onStart(() => void updateBridges());
onSiteAccessChange(() => void updateBridges());
onStoredChange((keys) => {
  if (keys.includes(CONNECTED_ORIGINS_KEY)) void updateBridges();
});
// The member signed in again: a pause that waited for that is over.
onLinkedInCookieSet('li_at', () => void endUserCoolDown(['signed_out'], systemClock.now()));
