import type { WorkspaceId } from '@leadloom/server/http/workspace';
import { recordWebhookEvents } from '@leadloom/server/modules/events/webhook-events.service';
import { createWebhookDeliverer } from '@leadloom/server/modules/webhooks/deliver-webhooks';
import { createTableChangeNotifier } from '@leadloom/server/modules/webhooks/notify-table-changes';
import { createDeliveryTries } from '@leadloom/server/modules/webhooks/try-delivery';
import { createAccountWebhook } from '@leadloom/server/modules/webhooks/webhooks.service';
import type { Platform } from '@leadloom/server/platform';
import { isKilled, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { startWebhookReceiver, type WebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, tell } from '../security/testing/security.fixture.ts';

const LEASE = 31_000;
/** More than there are: beyond the last one the work simply succeeds. */
const STATEMENTS = 25;

describe('a server killed while it tells webhooks', { timeout: 120_000 }, () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let workspaceId: WorkspaceId;
  const counts = { 'kill points': 0, 'events lost': 0, 'events under another id': 0, 'sent twice': 0 };
  const readRecipient = async () => ({ email: 'owner@example.com', mayBeNotified: true });

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { WEBHOOK_LOOPBACK: 'on' } });
    receiver = await startWebhookReceiver();
    workspaceId = (await addPerson(server)).id;
  });
  afterEach(async () => {
    await server.database.$client.query('delete from webhooks');
    receiver.requests.length = 0;
  });
  afterAll(async () => {
    tell('webhooks, killed', counts);
    await receiver.close();
    await server.close();
  });

  async function deliver(platform: Platform): Promise<void> {
    const tries = createDeliveryTries({ platform, readRecipient });
    const failures: unknown[] = [];
    const deliverer = createWebhookDeliverer({ platform, tries, onError: (error) => void failures.push(error) });
    await deliverer.startDue();
    await deliverer.settled();
    if (failures.length > 0) throw failures[0];
  }
  /** @returns whether the server died */
  async function killedBefore(statement: number, work: (platform: Platform) => Promise<void>): Promise<boolean> {
    const doomed = openDoomedDatabase(server.databaseUrl, statement);
    const outcome = await work({ ...server.platform, database: doomed.database }).then(
      () => null,
      (error: unknown) => error,
    );
    await doomed.bury();
    if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
    return outcome !== null;
  }

  it('an event arrives, with one id, when the server was killed before any statement of its delivery', async () => {
    for (let statement = 1; statement <= STATEMENTS; statement += 1) {
      receiver.requests.length = 0;
      await createAccountWebhook(
        server.platform,
        { workspaceId, email: 'mara@example.com' },
        { url: receiver.url, events: ['export.finished'] },
      );
      const data = { export_id: statement, kind: 'table', table: 'companies', rows: 1 } as const;
      await recordWebhookEvents(server.database, workspaceId, [{ type: 'export.finished', data }], server.clock.now());
      const isDead = await killedBefore(statement, deliver);
      server.clock.advance(LEASE);
      await deliver(server.platform);
      await deliver(server.platform);
      const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
      counts['events lost'] += ids.size === 0 ? 1 : 0;
      counts['events under another id'] += Math.max(0, ids.size - 1);
      counts['sent twice'] += receiver.requests.length - ids.size;
      expect(ids.size, `killed before statement ${statement}`).toBe(1);
      const { rows } = await server.database.$client.query('select state from webhook_deliveries');
      expect(rows).toEqual([{ state: 'delivered' }]);
      await server.database.$client.query('delete from webhooks');
      if (!isDead) break;
      counts['kill points'] += 1;
    }
    expect(counts['kill points']).toBeGreaterThan(5);
  });

  it('changed rows are told once when the server was killed before any statement of telling them', async () => {
    const notifyOfChanges = (platform: Platform) => createTableChangeNotifier({ platform, readRecipient }).notifyOfChanges();
    const before = counts['kill points'];
    for (let statement = 1; statement <= STATEMENTS; statement += 1) {
      receiver.requests.length = 0;
      await createAccountWebhook(
        server.platform,
        { workspaceId, email: 'mara@example.com' },
        { url: receiver.url, events: ['table.rows_changed'] },
      );
      const ids = await addRows(server.database, companies, [{ name: `Company ${statement}` }]);
      const isDead = await killedBefore(statement, notifyOfChanges);
      await notifyOfChanges(server.platform);
      await deliver(server.platform);
      expect(
        receiver.requests.map(({ event }) => event.data.ids),
        `killed before statement ${statement}`,
      ).toEqual([ids]);
      await server.database.$client.query('delete from webhooks');
      if (!isDead) break;
      counts['kill points'] += 1;
    }
    expect(counts['kill points'] - before).toBeGreaterThan(3);
  });
});
