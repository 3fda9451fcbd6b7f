/**
 * Keeps the bridges that run on connected origins in line with the list of origins and with the access the user
 * grants. Every event only triggers a new comparison, so a lost or repeated event changes nothing.
 */

import { patternOf } from '../platform/match-patterns.ts';
import {
  type PageScript,
  registeredPageScriptIds,
  registerPageScript,
  runInOpenTabs,
  unregisterPageScripts,
} from '../platform/page-scripts.ts';
import { bridgeFiles } from '../platform/runtime.ts';
import { hasSiteAccess } from '../platform/site-access.ts';
import { forgetCataloguesExcept } from '../state/catalogues.ts';
import {
  addConnectedOrigin,
  clearPendingOrigin,
  readConnectedOrigins,
  readPendingOrigin,
  readSelfHostedOrigin,
  removeConnectedOrigins,
} from '../state/connected-origins.ts';
import { forgetKeysExcept } from '../state/origin-keys.ts';

const ID_PREFIX = 'bridge:';
let last: Promise<void> = Promise.resolve();

/**
 * Runs after the previous update, because two at a time would register a script twice. Never rejects.
 * @param builtInOrigins always connected, so they are not on the list
 */
export function updateBridges(builtInOrigins: readonly string[]): Promise<void> {
  last = last.then(() => update(builtInOrigins)).catch(() => undefined);
  return last;
}

async function update(builtInOrigins: readonly string[]): Promise<void> {
  await connectPendingOrigin();
  const origins = await readConnectedOrigins();
  const access = await Promise.all(origins.map(hasSiteAccess));
  const withdrawn = origins.filter((_, index) => access[index] !== true);
  await removeConnectedOrigins(withdrawn);

  const remaining = origins.filter((origin) => !withdrawn.includes(origin));
  await forgetCataloguesExcept([...builtInOrigins, ...remaining]);
  await forgetKeysExcept([...builtInOrigins, ...remaining]);
  const remainingIds = remaining.map((origin) => ID_PREFIX + origin);
  const registered = await registeredPageScriptIds();
  await unregisterPageScripts(registered.filter((id) => id.startsWith(ID_PREFIX) && !remainingIds.includes(id)));
  for (const origin of remaining) {
    if (registered.includes(ID_PREFIX + origin)) continue;
    const script = bridgeFor(origin);
    await registerPageScript(script);
    await runInOpenTabs(script);
  }
}

/** The browser's permission prompt may have closed the popup; the stored note names the origin. */
async function connectPendingOrigin(): Promise<void> {
  const noted = await readPendingOrigin();
  const origin = noted === null ? null : readSelfHostedOrigin(noted);
  if (origin === null || origin !== noted || !(await hasSiteAccess(origin))) return;
  await addConnectedOrigin(origin);
  await clearPendingOrigin();
}

function bridgeFor(origin: string): PageScript {
  return { id: ID_PREFIX + origin, files: bridgeFiles(), matches: [patternOf(origin, '/app'), patternOf(origin, '/app/*')] };
}
