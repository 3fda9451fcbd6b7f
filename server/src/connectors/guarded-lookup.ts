/**
 * Look-ups of names for connections to destinations: only public addresses are answered, so that a name cannot lead into the
 * operator's network, whatever it resolved to when the destination was made. Hosts that are IP addresses are not looked up and
 * are judged before, see `judge-address.ts`.
 */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { guardLookup } from '../sources/http/guarded-connector.ts';
import type { ConnectorNetwork } from './connector.ts';

export function guardedLookup({ isPrivateAllowed }: ConnectorNetwork): LookupFunction {
  return isPrivateAllowed ? lookup : guardLookup(lookup);
}
