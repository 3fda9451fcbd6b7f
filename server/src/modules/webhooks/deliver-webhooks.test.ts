import { randomBytes } from 'node:crypto';
import { webhookSchema } from '@leadloom/shared/contract/webhooks';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { makerOf } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { listAccountMessages, markMessagesRead } from '../alerts/alerts.service.ts';
import { recordProfileChanged, recordWebhookEvents } from '../events/webhook-events.service.ts';
import { createWebhookDeliverer } from './deliver-webhooks.ts';
import { resealWebhooks } from './reseal-webhooks.service.ts';
import { createDeliveryTries } from './try-delivery.ts';
import { openWebhookSecret, webhookKeys, writeSecret } from './webhook-secret.ts';
import { listWebhooks } from './webhooks.repository.ts';
import {
  changeAccountWebhook,
  listAccountDeliveries,
  listAccountWebhooks,
  sendAgain,
  sendTestEvent,
} from './webhooks.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const finished = {
  type: 'export.finished',
  data: { export_id: 7, kind: 'table', table: 'companies', rows: 3 },
} as const;
const createdSchema = z.object({ ...webhookSchema.shape, secret: z.string() });

describe('deliveries of webhooks', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let receiver: WebhookReceiver;
  let isEntitled: boolean;

  beforeAll(async () => {
    // Nothing is sent by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false, environment: { WEBHOOK_LOOPBACK: 'on' } });
    receiver = await startWebhookReceiver();
  });
  beforeEach(async () => {
    account = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    await server.database.execute(
      sql`update accounts set verified_at = now(), trial_ends_at = now() + interval '30 years' where id = ${workspaceId}`,
    );
    await server.database.execute(sql`delete from webhooks`);
    receiver.requests.length = 0;
    receiver.answer = (response) => void response.writeHead(204).end();
    isEntitled = true;
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
  });

  const call = (method: Method, path: string, payload?: object) => callApi(server, account, method, `/webhooks${path}`, payload);
  async function create(url = receiver.url, events = ['export.finished']) {
    const { status, body } = await call('POST', '', { url, events });
    expect(status, JSON.stringify(body)).toBe(201);
    return createdSchema.parse(body);
  }
  function deliverer(timeoutMs?: number) {
    const readRecipient = async () => ({ email: account.email, mayBeNotified: isEntitled });
    const parts = { platform: server.platform, readRecipient };
    const tries = createDeliveryTries({ ...parts, ...(timeoutMs === undefined ? {} : { request: { timeoutMs } }) });
    return createWebhookDeliverer({
      platform: server.platform,
      tries,
      onError: (error) => {
        throw error;
      },
    });
  }
  async function deliverDue(timeoutMs?: number): Promise<void> {
    const one = deliverer(timeoutMs);
    await one.startDue();
    await one.settled();
  }
  const record = () => recordWebhookEvents(server.database, workspaceId, [finished], server.clock.now());
  // Sessions end while the clock is moved by days.
  const deliveriesOf = async (id: string) =>
    (await listAccountDeliveries(server.platform, workspaceId, id, { per_page: 100 })).data;
  const stateOf = async (id: string) =>
    (await listAccountWebhooks(server.platform, workspaceId)).data.find((one) => one.id === id);

  it('an event is sent once, and the standard library verifies it', async () => {
    const { id, secret } = await create();
    await record();
    await deliverDue();
    await deliverDue();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    if (request === undefined) throw new Error('nothing arrived');
    expect(request.event).toEqual({ ...finished, timestamp: server.clock.now().toISOString() });
    expect(new Webhook(secret).verify(request.body, request.headers)).toEqual(request.event);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ id: request.headers['webhook-id'], event: 'export.finished', state: 'delivered' });
    expect(delivery?.tries).toEqual([{ at: expect.any(String), status: 204, error: null, ms: expect.any(Number), answer: '' }]);
    const forged = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    expect(() => forged.verify(request.body, request.headers)).toThrow();
  });

  it('both secrets verify for 24 hours after a rotation, and then the new one alone', async () => {
    const { id, secret: old } = await create();
    const { body } = await call('POST', `/${id}/rotate-secret`);
    const fresh = createdSchema.parse(body).secret;
    expect(fresh).not.toBe(old);
    const verifiers = [new Webhook(old), new Webhook(fresh)];
    const verifying = async () => {
      await record();
      await deliverDue();
      const last = receiver.requests.at(-1);
      return verifiers.map((verifier) => {
        try {
          // The library compares the time with this machine's clock.
          const seconds = Math.floor(server.clock.now().getTime() / 1000);
          expect(last?.headers['webhook-timestamp']).toBe(String(seconds));
          const { body: text = '', headers = {} } = last ?? {};
          const signed = verifier.sign(headers['webhook-id'] ?? '', new Date(seconds * 1000), text);
          return headers['webhook-signature']?.split(' ').includes(signed) === true;
        } catch {
          return false;
        }
      });
    };
    expect(await verifying()).toEqual([true, true]);
    server.clock.advance(24 * HOUR + 1);
    expect(await verifying()).toEqual([false, true]);
  });

  it('a failed delivery keeps its id and is tried again by the schedule, until the last try', async () => {
    receiver.answer = (response) => void response.writeHead(503).end(`busy\0${'x'.repeat(5_000)}`);
    const { id } = await create();
    await record();
    await deliverDue();
    server.clock.advance(4_999);
    await deliverDue();
    expect(receiver.requests).toHaveLength(1);
    for (const pause of [1, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]) {
      server.clock.advance(pause);
      await deliverDue();
    }
    server.clock.advance(24 * HOUR);
    await deliverDue();
    expect(receiver.requests).toHaveLength(10);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = await deliveriesOf(id);
    expect(delivery?.state).toBe('failed');
    expect(delivery?.tries).toHaveLength(10);
    expect(delivery?.tries[0]).toMatchObject({ status: 503, error: 'the receiver answered 503' });
    expect(delivery?.tries[0]?.answer).toMatch(/^busy\uFFFDx{1019}$/);
    // By hand it starts anew, with the same id.
    receiver.answer = (response) => void response.writeHead(200).end('ok');
    await sendAgain(server.platform, workspaceId, id, delivery?.id ?? '');
    await deliverDue();
    expect((await deliveriesOf(id))[0]).toMatchObject({ id: delivery?.id, state: 'delivered' });
  });

  it('five days without a success disable a webhook, its owner is told, and it can begin anew', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await create();
    await record();
    await deliverDue();
    server.clock.advance(5 * 24 * HOUR - 1);
    await deliverer().disableDead();
    expect(await stateOf(id)).toMatchObject({ state: 'active', reason: null });
    server.clock.advance(1);
    const mails = () => server.database.$count(sql`mails`);
    const before = await mails();
    await deliverer().disableDead();
    expect(await mails()).toBe(before + 1);
    expect(await stateOf(id)).toMatchObject({ state: 'disabled', reason: 'No delivery succeeded for five days.' });
    expect((await deliveriesOf(id))[0]?.state).toBe('failed');
    await record();
    expect(await deliveriesOf(id)).toHaveLength(1);
    await expect(sendTestEvent(server.platform, workspaceId, id)).rejects.toMatchObject({ code: 'WEBHOOK.DISABLED' });
    const again = await changeAccountWebhook(
      server.platform,
      { workspaceId, accountId: workspaceId, email: 'mara@example.com' },
      id,
      {
        state: 'active',
      },
    );
    expect(again).toMatchObject({ state: 'active', reason: null });
    await deliverer().disableDead();
    await record();
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  it('410 disables a webhook at once, and what waits for it is given up', async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const { id } = await create();
    for (const _ of [1, 2, 3, 4]) await record();
    await deliverDue();
    expect(await stateOf(id)).toMatchObject({ state: 'disabled', reason: 'The receiver answered 410.' });
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed']);
    const { data } = await listAccountMessages(server.platform, makerOf(workspaceId), { unread: 'true' });
    const { host } = new URL(receiver.url);
    expect(data).toMatchObject([
      {
        alert_id: null,
        title: `Your webhook to ${host} was disabled: The receiver answered 410.`,
        count: 0,
        rows: [],
        link: '/app/webhooks',
        read: false,
      },
    ]);
    await markMessagesRead(server.platform, makerOf(workspaceId), [data[0]?.id ?? 0]);
    expect(await listAccountMessages(server.platform, makerOf(workspaceId), { unread: 'true' })).toMatchObject({ total: 0 });
  });

  it('a receiver that hangs delays its own deliveries alone, and its try ends', async () => {
    const hanging = await startWebhookReceiver();
    hanging.answer = () => undefined;
    const slow = await create(hanging.url);
    const quick = await create();
    for (const _ of [1, 2, 3, 4, 5]) await record();
    const one = deliverer();
    await one.startDue();
    await expect.poll(() => receiver.requests.length).toBe(5);
    await expect.poll(async () => (await deliveriesOf(quick.id)).every(({ state }) => state === 'delivered')).toBe(true);
    expect(hanging.requests).toHaveLength(2);
    await one.end();
    await deliverDue(500);
    const tried = (await deliveriesOf(slow.id)).flatMap(({ tries }) => tries);
    expect(tried).toHaveLength(5);
    expect(tried[0]).toMatchObject({ status: null, error: 'no answer within 0.5 seconds' });
    await hanging.close();
  });

  it('redirects are not followed, and of an endless answer 1 kB is kept', async () => {
    const target = await startWebhookReceiver();
    receiver.answer = (response) => void response.writeHead(307, { location: target.url }).end();
    const { id } = await create();
    await record();
    await deliverDue();
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('y'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    await record();
    await deliverDue();
    const deliveries = await deliveriesOf(id);
    const [redirected] = deliveries.find(({ state }) => state === 'waiting')?.tries ?? [];
    expect(redirected?.error).toBe('the receiver redirected (307); redirects are not followed');
    expect(target.requests).toEqual([]);
    const endless = deliveries.find(({ state }) => state === 'delivered');
    expect(endless?.tries[0]?.answer).toBe('y'.repeat(1_024));
    await target.close();
  });

  it('a lease that a killed server left ends after 30 seconds, and the delivery is tried again', async () => {
    const { id } = await create();
    await record();
    receiver.answer = () => undefined;
    const killed = deliverer();
    await killed.startDue();
    await expect.poll(() => receiver.requests.length).toBe(1);
    receiver.answer = (response) => void response.writeHead(204).end();
    await deliverDue();
    expect(receiver.requests).toHaveLength(1);
    server.clock.advance(30_001);
    await deliverDue();
    expect(receiver.requests).toHaveLength(2);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered' });
    // What the first server notes later changes no outcome.
    await killed.end();
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered' });
  });

  it('a server that stops gives back what it had under way', async () => {
    const { id } = await create();
    await record();
    receiver.answer = () => undefined;
    const stopped = deliverer();
    await stopped.startDue();
    await expect.poll(() => receiver.requests.length).toBe(1);
    await stopped.end();
    receiver.answer = (response) => void response.writeHead(204).end();
    await deliverDue();
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', tries: [{ status: 204 }] });
  });

  it('secrets are sealed anew after the installation has a new secret, and then need no older one', async () => {
    const { id, secret } = await create();
    await call('POST', `/${id}/rotate-secret`);
    const newest = randomBytes(32);
    const { platform } = server;
    expect(await resealWebhooks({ ...platform, secrets: [newest, ...platform.secrets] })).toBe(1);
    expect(await resealWebhooks({ ...platform, secrets: [newest, ...platform.secrets] })).toBe(0);
    const [stored] = await listWebhooks(server.database, workspaceId);
    const opened = openWebhookSecret(webhookKeys([newest]), id, stored?.previousSecret ?? Buffer.alloc(0));
    expect(writeSecret(opened ?? Buffer.alloc(0))).toBe(secret);
  });

  it('without a plan nothing is sent', async () => {
    const { id } = await create();
    await record();
    isEntitled = false;
    await deliverDue();
    expect(receiver.requests).toEqual([]);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'failed', tries: [{ status: null }] });
  });

  it('changes of a profile that follow each other are one event', async () => {
    await create(receiver.url, ['profile.changed']);
    const changed = async (fields: string[], user = '1') =>
      recordProfileChanged(
        server.database,
        workspaceId,
        { user_id: user, slug: 'maren-holt', headline: 'Baker', fields },
        server.clock.now(),
      );
    await changed(['headline']);
    server.clock.advance(10_000);
    await changed(['headline', 'location']);
    await changed(['email'], '2');
    server.clock.advance(14_999);
    await deliverDue();
    expect(receiver.requests).toEqual([]);
    server.clock.advance(1);
    await deliverDue();
    const told = receiver.requests.map(({ event }) => event.data);
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ user_id: '1', slug: 'maren-holt', headline: 'Baker', fields: ['headline', 'location'] });
    await changed(['email']);
    server.clock.advance(15_000);
    await deliverDue();
    expect(receiver.requests.at(-1)?.event.data).toMatchObject({ user_id: '1', fields: ['email'] });
  });

  it('deliveries are forgotten after 30 days', async () => {
    const { id } = await create();
    await record();
    await deliverDue();
    server.clock.advance(30 * 24 * HOUR);
    await deliverer().forgetOld();
    expect(await deliveriesOf(id)).toHaveLength(1);
    server.clock.advance(1);
    await deliverer().forgetOld();
    expect(await deliveriesOf(id)).toEqual([]);
  });
});
