/** Metrics of the queue for Prometheus. */
import { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { QUEUE_SCHEMA } from './boss-options.ts';
import { DEAD_LETTERS } from './dead-letters.ts';

const countsSchema = z.array(z.object({ job: z.string(), state: z.enum(['waiting', 'running', 'failed']), jobs: z.int() }));

export function createQueueMetrics(database: Database): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'jobs',
    help: 'Jobs of the queue that wait, that run, and that failed permanently in the last 30 days',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // The other metrics are needed most when the database is away.
      const counts = await countJobs(database).catch(() => []);
      for (const { job, state, jobs } of counts) this.set({ job, state }, jobs);
    },
  });
  return registry;
}

async function countJobs(database: Database) {
  const { rows } = await database.$client.query(
    `select coalesce(source_name, name) as job,
       case when name = $1 then 'failed' when state = 'active' then 'running' else 'waiting' end as state, count(*)::int as jobs
     from ${QUEUE_SCHEMA}.job where state <= 'active' group by 1, 2`,
    [DEAD_LETTERS],
  );
  return countsSchema.parse(rows);
}
