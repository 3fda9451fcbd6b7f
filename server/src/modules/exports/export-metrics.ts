/** Metrics of exports for Prometheus. */
import { Gauge, Registry } from 'prom-client';

export interface ExportMetrics {
  readonly registry: Registry;
  /** @param bytes on disk for readers that are slower than the export, all together */
  spooled(bytes: number): void;
}

export function createExportMetrics(): ExportMetrics {
  const registry = new Registry();
  const spool = new Gauge({
    name: 'export_spool_bytes',
    help: 'Space used by exports that wait on disk for their readers',
    registers: [registry],
  });
  spool.set(0);
  return { registry, spooled: (bytes) => spool.set(bytes) };
}
