import { deleteWebhook, rotateWebhookSecret, updateWebhook, webhookWithSecretSchema } from '@leadloom/shared/contract/webhooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const PROOF_SECONDS = 900;
const NEW_PASSWORD = 'warp and weft and loom';
const SOON = { timeout: 20_000, interval: 50 };
const refused = { status: 403, body: { code: 'AUTH.PROOF_NEEDED' } };

describe('webhooks and their owner', () => {
  let server: TestServer;
  let account: TestAccount;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    server = await startTestServer({ environment: { WEBHOOK_LOOPBACK: 'on' } });
    receiver = await startWebhookReceiver();
  });
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    receiver.requests.length = 0;
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
  });

  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    account.browser.call(method, path, { bearer: account.accessToken, ...(body && { body }) });
  async function create(events: readonly string[] = ['alert.fired'], url = receiver.url) {
    const { status, body } = await call('POST', '/webhooks', { url, events });
    expect(status, JSON.stringify(body)).toBe(201);
    return webhookWithSecretSchema.parse(body);
  }
  const mailsAbout = (part: string) =>
    server.mails.filter(({ to, subject }) => to === account.email && subject.includes(part)).map(({ text }) => text);
  async function later(): Promise<void> {
    server.clock.advance((PROOF_SECONDS + 1) * 1000);
    const { status, body } = await account.browser.call('POST', '/refresh', { bearer: account.refreshToken });
    expect(status).toBe(200);
    account = { ...account, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) };
  }
  /** The owner sets a new password by mail and signs in with it. */
  async function resetPassword(): Promise<void> {
    await account.browser.call('POST', '/reset-password', { body: { email: account.email } });
    const link = /\/app\/new-password\/([\w-]+)/;
    await expect.poll(() => mailsAbout('Reset your Leadloom password').some((text) => link.test(text)), SOON).toBe(true);
    const code = mailsAbout('Reset your Leadloom password')
      .flatMap((text) => link.exec(text)?.[1] ?? [])
      .at(-1);
    const set = await account.browser.call('POST', '/new-password', { body: { password: NEW_PASSWORD, password_code: code } });
    expect(set.status, JSON.stringify(set.body)).toBeLessThan(300);
    account = await signIn(openBrowser(server.app), account.email, NEW_PASSWORD);
  }
  const stateOf = async (id: string) => {
    const { body } = await call('GET', '/webhooks');
    return JSON.parse(JSON.stringify(body)).data.find((one: { readonly id: string }) => one.id === id);
  };
  async function fire(name: string): Promise<void> {
    const { body } = await call('POST', '/alerts', {
      name,
      watch: { kind: 'people' },
      on: ['added'],
      every: 'instant',
      by: ['webhook'],
    });
    expect((await call('POST', `/alerts/${body.id}/test`)).status).toBe(200);
  }
  const told = () => receiver.requests.map(({ event }) => JSON.parse(JSON.stringify(event)).data.title);

  it('a webhook is made, changed and given a new secret with a recent proof alone, and stopped without one', async () => {
    const { id } = await create();
    await later();
    expect(await call('POST', '/webhooks', { url: receiver.url, events: ['alert.fired'] })).toMatchObject(refused);
    for (const body of [{ url: 'https://thief.example/' }, { events: ['trend.found'] }, { state: 'active' }])
      expect(await call(updateWebhook.method, `/webhooks/${id}`, body)).toMatchObject(refused);
    expect(await call(rotateWebhookSecret.method, `/webhooks/${id}/rotate-secret`)).toMatchObject(refused);
    expect(await stateOf(id)).toMatchObject({ url: receiver.url, events: ['alert.fired'] });
    expect((await call(deleteWebhook.method, `/webhooks/${id}`)).status).toBe(204);
  });

  it('the owner gets a mail of each new and changed webhook, which names its host alone', async () => {
    const { id } = await create(['alert.fired'], 'https://hooks.example.com/secret-path?token=canary');
    await expect.poll(() => mailsAbout('A webhook was added'), SOON).toHaveLength(1);
    expect(mailsAbout('A webhook was added')[0]).toContain('hooks.example.com');
    await call('PATCH', `/webhooks/${id}`, { url: 'https://other.example.net/canary' });
    await call('PATCH', `/webhooks/${id}`, { events: ['alert.fired', 'trend.found'] });
    await call('PATCH', `/webhooks/${id}`, { state: 'disabled' });
    await call('POST', `/webhooks/${id}/rotate-secret`);
    await expect.poll(() => mailsAbout('A webhook was changed'), SOON).toHaveLength(4);
    // Nothing changes.
    await call('PATCH', `/webhooks/${id}`, { events: ['trend.found', 'alert.fired'], state: 'disabled' });
    const texts = mailsAbout('A webhook was changed').join('\n');
    expect(texts).toContain('from hooks.example.com to other.example.net');
    expect(texts).toContain('A trend was found');
    expect(texts).toContain('new secret');
    expect([...mailsAbout('A webhook was added'), texts].join('\n')).not.toContain('canary');
    expect(mailsAbout('A webhook was changed')).toHaveLength(4);
  });

  it('after a password reset a webhook gets nothing until its owner confirms it, and then what happened meanwhile', async () => {
    const { id } = await create();
    await fire('Before');
    await expect.poll(told, SOON).toEqual(['Before: this is a test']);
    await resetPassword();
    expect(await stateOf(id)).toMatchObject({ state: 'paused', reason: expect.stringContaining('password was reset') });
    await expect.poll(() => mailsAbout('password was changed'), SOON).toHaveLength(1);
    expect(mailsAbout('password was changed')[0]).toContain('Its webhook is paused until you confirm it');
    await fire('Meanwhile');
    expect(await call('POST', `/webhooks/${id}/test`)).toMatchObject({ status: 409, body: { code: 'WEBHOOK.DISABLED' } });
    const { body: listed } = await call('GET', `/webhooks/${id}/deliveries`);
    const waiting = JSON.parse(JSON.stringify(listed)).data.find((one: { readonly state: string }) => one.state === 'waiting');
    expect(waiting).toMatchObject({ event: 'alert.fired', tries: [] });
    const again = await call('POST', `/webhooks/${id}/deliveries/${waiting.id}/again`);
    expect(again).toMatchObject({ status: 409, body: { code: 'WEBHOOK.DISABLED' } });
    // Longer than the server takes to look twice.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(told()).toEqual(['Before: this is a test']);
    await later();
    expect(await call('PATCH', `/webhooks/${id}`, { state: 'active' })).toMatchObject(refused);
    expect((await call('POST', '/prove', { password: NEW_PASSWORD })).status).toBe(204);
    expect(await call('PATCH', `/webhooks/${id}`, { state: 'active' })).toMatchObject({
      status: 200,
      body: { state: 'active', reason: null },
    });
    await expect.poll(told, SOON).toEqual(['Before: this is a test', 'Meanwhile: this is a test']);
  });

  it('a paused webhook for which too much waits is disabled, and its deliveries are given up', async () => {
    const { id } = await create();
    await resetPassword();
    expect(await stateOf(id)).toMatchObject({ state: 'paused' });
    await server.database.execute(sql`
      insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, created_at, next_try_at)
      select gen_random_uuid(), account_id, id, 'alert.fired', '{}', 'waiting', now(), now()
      from webhooks, generate_series(1, 5001) where id = ${id}`);
    const { createDeliveryTries } = await import('./try-delivery.ts');
    const { createWebhookDeliverer } = await import('./deliver-webhooks.ts');
    const tries = createDeliveryTries({ platform: server.platform, readRecipient: async () => null });
    await createWebhookDeliverer({ platform: server.platform, tries, onError: () => undefined }).disableDead();
    expect(await stateOf(id)).toMatchObject({ state: 'disabled', reason: 'More than 5,000 deliveries were waiting.' });
    const { rows } = await server.database.execute(
      sql`select from webhook_deliveries where webhook_id = ${id} and state = 'waiting'`,
    );
    expect(rows).toEqual([]);
  });
});
