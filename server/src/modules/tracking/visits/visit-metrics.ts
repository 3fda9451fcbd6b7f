/** Metrics of visits for Prometheus. */
import type { NetworkName, SourceState } from '@leadloom/shared/contract/sources';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '../../../database/database.ts';
import { countStates } from '../tracking.repository.ts';

export interface VisitMetrics {
  readonly registry: Registry;
  /** @param state the outcome of a visit */
  visited(network: NetworkName, state: SourceState): void;
  stored(network: NetworkName, rows: number): void;
  removed(network: NetworkName, rows: number): void;
  requested(network: NetworkName): void;
}

export function createVisitMetrics(database: Database): VisitMetrics {
  const registry = new Registry();
  const count = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const visits = count('source_visits_total', 'Visits of tracked names by outcome', 'network', 'state');
  const stored = count('source_rows_stored_total', 'Posts and videos added or changed by visits', 'network');
  const removed = count('source_rows_removed_total', 'Posts and videos removed because the network deleted them', 'network');
  const requests = count('source_requests_total', 'Requests sent to networks', 'network');
  new Gauge({
    name: 'sources_tracked',
    help: 'Tracked names by the outcome of their last visit',
    labelNames: ['network', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics stay available while the database is down.
      const states = await countStates(database).catch(() => []);
      for (const { network, state, total } of states) this.set({ network, state }, total);
    },
  });
  return {
    registry,
    visited: (network, state) => visits.inc({ network, state }),
    stored: (network, rows) => stored.inc({ network }, rows),
    removed: (network, rows) => removed.inc({ network }, rows),
    requested: (network) => requests.inc({ network }),
  };
}
