/**
 * Opens connections to public addresses only. The check is part of the connection's own DNS lookup, so that the checked
 * address is the one connected to, and a name that resolves differently the next time gains nothing. An origin on loopback
 * is a stand-in set by the operator, and connects to loopback only.
 */
import { lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLoopbackHost } from '../../http/loopback.ts';
import { DestinationRefused } from './destination-refused.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface ConnectorOptions {
  /** Time limit for opening one connection. */
  readonly timeoutMs: number;
  /** Resolves host names; the system's resolver if absent. */
  readonly lookup?: LookupFunction | undefined;
  /** Connects to private addresses, too: the operator allowed it. */
  readonly isPrivateAllowed?: boolean;
}

/** @returns a connector that fails with `DestinationRefused` if a host has no allowed address */
export function createGuardedConnector({
  timeoutMs,
  lookup = lookUpName,
  isPrivateAllowed = false,
}: ConnectorOptions): buildConnector.connector {
  if (isPrivateAllowed) return buildConnector({ timeout: timeoutMs, allowH2: false, lookup });
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: guardLookup(lookup) });
  return (options, callback) => {
    // IP addresses are not looked up, so they are checked here.
    if (isIP(options.hostname) !== 0 && !mayConnect(options.hostname, options.hostname))
      callback(refused(options.hostname), null);
    else connect(options, callback);
  };
}

/** A lookup that answers with allowed addresses alone, and fails with `DestinationRefused` where a name has none. */
export function guardLookup(lookup: LookupFunction = lookUpName): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error !== null) return callback(error, []);
      const found = typeof answer === 'string' ? [{ address: answer, family: family ?? isIP(answer) }] : answer;
      const allowed = found.filter(({ address }) => mayConnect(hostname, address));
      const [first] = allowed;
      if (first === undefined) return callback(refused(hostname), []);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function mayConnect(hostname: string, address: string): boolean {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return isLoopbackHost(host) ? isLoopbackAddress(address) : isPublicAddress(address);
}

function refused(hostname: string): DestinationRefused {
  return new DestinationRefused(`${hostname} has no public address`);
}
