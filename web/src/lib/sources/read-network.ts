import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { getSources, type NetworkName } from '@leadloom/shared/contract/sources';
import { call } from '../api-client/call.ts';
import { logProblem } from '../log.ts';

export type Network = EndpointResult<typeof getSources>[NetworkName];

/**
 * How a network that is visited for posts or videos is doing.
 * @returns null: not known. What failed is logged; tracked names say how they are doing without it
 */
export async function readNetwork(name: NetworkName, signal: AbortSignal): Promise<Network | null> {
  try {
    return (await call(getSources, {}, { signal }))[name];
  } catch (error) {
    if (!signal.aborted) logProblem('How the networks are doing could not be loaded.', error);
    return null;
  }
}
