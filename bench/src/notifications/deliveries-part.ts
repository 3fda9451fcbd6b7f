/** Webhooks: deliveries a second to a receiver on this machine. */

import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@leadloom/server/database/connect';
import { personalWorkspaceOf } from '@leadloom/server/http/workspace';
import { recordWebhookEvents } from '@leadloom/server/modules/events/webhook-events.service';
import { startWebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { atLeast, type Report } from '../tables/report.ts';
import type { Stage } from '../tables/server/stage.ts';
import { post } from './api.ts';
import { describeSeconds, workSeconds } from './work-seconds.ts';

const RATE_GOAL = atLeast(500);
const ACCOUNTS = 20;
const EVENTS_EACH = 250;
const LIMIT_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 20;

const idSchema = z.object({ id: z.string() });
const ownersSchema = z.array(z.object({ account: z.coerce.number().transform(personalWorkspaceOf) }));

export async function reportDeliveries(report: Report, stage: Stage): Promise<void> {
  const { login, server } = stage;
  const receiver = await startWebhookReceiver();
  const { url, requests } = receiver;
  const database = connect(login, { onIdleError: () => undefined, poolSize: 4 });
  try {
    for (let made = 0; made < ACCOUNTS; made += 1) {
      await post(`${server.url}/api/v1/webhooks`, await server.signIn(), { url, events: ['export.finished'] }, idSchema);
    }
    const { rows } = await database.execute(sql`select distinct account_id as account from webhooks`);
    const owners = ownersSchema.parse(rows);
    const events = Array.from({ length: EVENTS_EACH }, (_, at) => {
      const data = { export_id: at + 1, kind: 'table', table: 'companies', rows: 10 } as const;
      return { type: 'export.finished', data } as const;
    });
    const wanted = owners.length * EVENTS_EACH;
    await database.transaction(async (transaction) => {
      for (const { account } of owners) await recordWebhookEvents(transaction, account, events, new Date());
    });
    const start = performance.now();
    const work = await workSeconds(stage, async () => {
      while (requests.length < wanted && performance.now() - start < LIMIT_MILLISECONDS) await sleep(LOOK_MILLISECONDS);
    });
    const seconds = (performance.now() - start) / 1_000;
    const seen = new Set(requests.map(({ headers }) => headers['webhook-id']));
    const rate = seen.size / seconds;
    report.judge(
      `${seen.size.toLocaleString('en')} of ${wanted.toLocaleString('en')} deliveries to ${owners.length} webhooks: ${rate.toFixed(0)} a second, ${requests.length - seen.size} sent twice, with ${describeSeconds(work)}`,
      seen.size === wanted ? rate : 0,
      RATE_GOAL,
    );
  } finally {
    await database.$client.end();
    await receiver.close();
  }
}
