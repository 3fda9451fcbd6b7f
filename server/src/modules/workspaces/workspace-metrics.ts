/** Metrics of workspaces for Prometheus. */
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { countAll } from './workspaces.repository.ts';

export function createWorkspaceMetrics(database: Database): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: (counts: Awaited<ReturnType<typeof countAll>>) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        // The other metrics are needed most when the database is away.
        const counts = await countAll(database).catch(() => null);
        if (counts !== null) this.set(read(counts));
      },
    });
  gauge('workspaces', 'Workspaces that several people may share', ({ workspaces }) => workspaces);
  gauge('workspace_members', 'Memberships of shared workspaces', ({ members }) => members);
  return registry;
}
