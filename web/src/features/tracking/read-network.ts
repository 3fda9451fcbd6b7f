import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { getSources, type NetworkName } from '@leadloom/shared/contract/sources';
import { call } from '../../lib/api-client/call.ts';
import { logProblem } from '../../lib/log.ts';

export type Network = EndpointResult<typeof getSources>[NetworkName];

/**
 * The state of a network that is visited for posts or videos.
 * @returns null: not known. Failures are logged; tracked names show their own state without it
 */
export async function readNetwork(name: NetworkName, signal: AbortSignal): Promise<Network | null> {
  try {
    return (await call(getSources, {}, { signal }))[name];
  } catch (error) {
    if (!signal.aborted) logProblem('How the networks are doing could not be loaded.', error);
    return null;
  }
}
