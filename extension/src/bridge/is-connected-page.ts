/**
 * A package for a store starts the bridge only on servers that were connected in the popup, but in Firefox it also runs at
 * the other ports of their hosts, which its patterns cannot tell apart. There it must not start: a page would learn of it.
 */
import { readStored } from '../platform/storage.ts';
import { CONNECTED_ORIGINS_KEY } from '../state/connected-origins-key.ts';

/** The list is checked without schemas, which would make the script on every page several times as large. */
export async function isConnectedPage(origin: string): Promise<boolean> {
  const origins = (await readStored('local', [CONNECTED_ORIGINS_KEY]))[CONNECTED_ORIGINS_KEY];
  return Array.isArray(origins) && origins.includes(origin);
}
