/** Metrics of the queue for Prometheus. */
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { countMails } from './mails.repository.ts';

export function createMailMetrics(database: Database): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'mails',
    help: 'Mails waiting to be sent, and mails that failed permanently in the last 30 days',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics are needed most when the database is away.
      const counts = await countMails(database).catch(() => null);
      if (counts === null) return;
      for (const state of ['waiting', 'failed'] as const) this.set({ state }, counts[state]);
    },
  });
  return registry;
}
