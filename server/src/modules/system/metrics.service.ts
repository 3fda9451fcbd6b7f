/** Metrics for Prometheus: requests by route, the pool's connections, the process and its event loop. */
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of the process exist once, however many applications run in it. */
let processRegistry: Registry | null = null;

export interface Metrics {
  readonly contentType: string;
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  text(): Promise<string>;
}

/** @param others metrics of other modules */
export function createMetrics(pool: Pool, others: readonly Registry[]): Metrics {
  const registry = new Registry();
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  return {
    contentType: registry.contentType,
    observe: ({ method, route, status, seconds }) => durations.observe({ method, route, status }, seconds),
    text: () => Registry.merge([ofProcess(), registry, ...others]).metrics(),
  };
}

function ofProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}
