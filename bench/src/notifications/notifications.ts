/**
 * `pnpm bench notifications`: how soon accounts are notified of changes, what that costs writers, and how fast webhooks are
 * sent.
 */

import { createReport } from '../tables/report.ts';
import { startBenchServer } from '../tables/server/bench-server.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { openStage } from '../tables/server/stage.ts';
import { reportAlerts } from './alerts-part.ts';
import { reportDeliveries } from './deliveries-part.ts';
import type { NotificationChoice } from './options.ts';

export async function benchNotifications({ rows, parts }: NotificationChoice): Promise<void> {
  const report = createReport('notifications');
  const cluster = await openCluster(null);
  try {
    report.note(`loading ${rows.toLocaleString('en')} companies`);
    const stage = await openStage(cluster, rows, async ({ login }) => copyCompanies(login, rows));
    await stage.server.stop();
    const server = await startBenchServer(stage.login, stage.directory, { WEBHOOK_LOOPBACK: 'on' });
    try {
      const told = { ...stage, server };
      if (parts.has('alerts')) await reportAlerts(report, told);
      if (parts.has('deliveries')) await reportDeliveries(report, told);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.close();
  }
  report.print(`pnpm bench notifications --rows ${rows}${[...parts].map((part) => ` --only ${part}`).join('')}`);
}
