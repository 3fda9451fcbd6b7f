import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount } from '../../testing/accounts.ts';
import { openDoomedDatabase } from '../../testing/doomed-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { recordWebhookEvents } from '../events/webhook-events.service.ts';
import { createWebhookDeliverer } from './deliver-webhooks.ts';
import { createDeliveryTries } from './try-delivery.ts';
import { createAccountWebhook } from './webhooks.service.ts';

const DELIVERIES = 60;
const ANSWER_MILLISECONDS = 5;

describe('deliveries that are leased ahead', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { WEBHOOK_LOOPBACK: 'on' } });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
  });

  it('begin without a look at the database for each, two at a time, and none is left leased', async () => {
    const workspaceId = await accountIdOf(server, (await createAccount(server)).email);
    const caller = { workspaceId, accountId: workspaceId, email: 'mara@example.com' };
    await createAccountWebhook(server.platform, caller, { url: receiver.url, events: ['export.finished'] });
    const data = { export_id: 7, kind: 'table', table: 'companies', rows: 3 } as const;
    const events = Array.from({ length: DELIVERIES }, () => ({ type: 'export.finished', data }) as const);
    await recordWebhookEvents(server.database, workspaceId, events, server.clock.now());
    let open = 0;
    let maxOpen = 0;
    receiver.answer = (response) => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      response.on('close', () => {
        open -= 1;
      });
      setTimeout(() => response.writeHead(204).end(), ANSWER_MILLISECONDS);
    };
    // It counts statements; nobody kills it.
    const counting = openDoomedDatabase(server.databaseUrl, Number.POSITIVE_INFINITY);
    const platform = { ...server.platform, database: counting.database };
    const readRecipient = async () => ({ email: caller.email, mayBeNotified: true });
    const failures: unknown[] = [];
    const tries = createDeliveryTries({ platform, readRecipient });
    const deliverer = createWebhookDeliverer({ platform, tries, onError: (error) => void failures.push(error) });
    await deliverer.startDue();
    await deliverer.settled();
    await counting.bury();
    expect(failures).toEqual([]);
    expect(receiver.requests).toHaveLength(DELIVERIES);
    expect(maxOpen).toBe(2);
    const looks = counting.sent.filter((statement) => statement.includes('select distinct webhook_id'));
    // Twenty are leased at a time; the last look finds none.
    expect(looks.length).toBeLessThanOrEqual(8);
    const { rows } = await server.database.execute(
      sql`select count(*)::integer as count from webhook_deliveries where state = 'delivered' and lease_token is null`,
    );
    expect(rows).toEqual([{ count: DELIVERIES }]);
  });
});
