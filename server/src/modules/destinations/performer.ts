/**
 * Who does what a delivery says. The modules that queue deliveries give their performers when the server is assembled, because
 * this one stands below them.
 */

import type { DeliveryContext } from '../../connectors/connector.ts';
import type { AnyConnector } from '../../connectors/create-connector.ts';
import type { Connection } from '../../database/database.ts';
import type { DeliveryTask } from '../../schema/destinations.table.ts';
import type { StoredDestination } from './destinations.repository.ts';
import type { LeasedDelivery } from './queue.repository.ts';

/** What should be sent is gone: the delivery is given up at once. Its message is shown to members. */
export class Undeliverable extends Error {}

export interface Performance extends DeliveryContext {
  readonly delivery: LeasedDelivery;
  readonly destination: StoredDestination;
  /** Made for this try, and closed after it. */
  readonly connector: AnyConnector;
  /**
   * Runs a transaction in which the delivery stays with this server. It waits for the destination's other writers.
   * @throws {LostLease} when somebody else works on it, or it was given up
   */
  readonly whileHeld: <Result>(write: (transaction: Connection) => Promise<Result>) => Promise<Result>;
}

export interface Performed {
  /** The beginning of what the other side answered, for the members; null: nothing worth reading. */
  readonly answer?: string | null;
  /** Written in the transaction that records the success. */
  readonly complete?: (transaction: Connection) => Promise<void>;
}

/**
 * Does what a delivery says. Failures are those of `connector.ts`, and `Undeliverable`. A try that was interrupted is done again,
 * so nothing may happen twice for it.
 */
export type Performer = (performance: Performance) => Promise<Performed | undefined>;

export type Performers = { readonly [Kind in DeliveryTask['kind']]?: Performer };
