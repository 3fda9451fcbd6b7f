/** Opens a stored destination: its secrets, and the connector that speaks to it. */

import { RefusedByDestination } from '../../connectors/connector.ts';
import { type AnyConnector, createConnector } from '../../connectors/create-connector.ts';
import type { Platform } from '../../platform.ts';
import { joinContent } from './destination-content.ts';
import { type DestinationSecrets, destinationKeys, openSecrets } from './destination-secret.ts';
import type { StoredDestination } from './destinations.repository.ts';

export interface OpenedDestination {
  readonly secrets: DestinationSecrets;
  /** Whoever connects closes the connector. */
  readonly connect: () => Promise<AnyConnector>;
}

/** @throws {RefusedByDestination} this installation cannot read its secrets */
export function openDestination(
  { secrets: ring, config }: Pick<Platform, 'secrets' | 'config'>,
  { id, kind, name, settings, secret, hostKey }: StoredDestination,
): OpenedDestination {
  const secrets = openSecrets(destinationKeys(ring), id, secret);
  if (secrets === null) throw new RefusedByDestination('Its secrets cannot be read any more. Enter them again.');
  const content = joinContent({ kind, name, settings, secrets });
  return { secrets, connect: () => createConnector(content, { network: config.destinations, hostKey }) };
}
