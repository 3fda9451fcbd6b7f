/**
 * Look-ups of names for connections to destinations and webhooks: only public addresses are answered, so that a name cannot lead into the
 * operator's network, whatever it resolved to when the destination was made. Hosts that are IP addresses are not looked up and
 * are judged before, see `judge-address.ts`.
 *
 * A name that leads into that network, one that does not exist and one that no resolver answers for fail alike after the same
 * time, so that nobody learns which names that network has.
 */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { DestinationRefused } from '../sources/http/destination-refused.ts';
import { guardLookup } from '../sources/http/guarded-connector.ts';
import type { ConnectorNetwork } from './connector.ts';

/** What a look-up takes that finds no public address. */
const NAME_MILLISECONDS = 5_000;

/** @param resolve resolves host names; the system's resolver if absent */
export function guardedLookup(
  { isPrivateAllowed }: ConnectorNetwork,
  resolve: LookupFunction = lookup,
  nameMilliseconds = NAME_MILLISECONDS,
): LookupFunction {
  if (isPrivateAllowed) return resolve;
  const guarded = guardLookup(resolve);
  return (hostname, options, callback) => {
    let isOver = false;
    const answer: typeof callback = (...answered) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      callback(...answered);
    };
    const refuse = () => answer(new DestinationRefused(`${hostname} has no public address`), []);
    const timer = setTimeout(refuse, nameMilliseconds);
    guarded(hostname, options, (error, address, family) => {
      if (error === null) answer(null, address, family);
    });
  };
}
