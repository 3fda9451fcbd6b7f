import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Mail } from '../../mail/mailer.ts';
import { accountIdOf, createAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAlertNotifier } from './notify-alerts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ALERTS = 12;

describe('mails of alerts', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let notifier: ReturnType<typeof createAlertNotifier>;
  let mayBeNotified: boolean;
  let count = 0;
  const queued: Mail[] = [];

  beforeAll(async () => {
    // Nothing is told by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false });
    const mailQueue = { ...server.platform.mailQueue, enqueue: async (_: unknown, mail: Mail) => void queued.push(mail) };
    const readRecipient = async () => ({ email: account.email, mayBeNotified });
    notifier = createAlertNotifier({ platform: { ...server.platform, mailQueue }, readRecipient });
  });
  beforeEach(async () => {
    account = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    mayBeNotified = true;
    await server.database.execute(
      sql`update accounts set verified_at = now(), trial_ends_at = now() + interval '30 years' where id = ${workspaceId}`,
    );
    await server.database.execute(sql`delete from alerts`);
    queued.length = 0;
  });
  afterAll(() => server.close());

  const call = async (method: Method, path: string, payload?: object) => {
    const { status, body } = await callApi(server, account, method, path, payload);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  async function watch(some: number, more: object = {}): Promise<readonly number[]> {
    const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };
    const ids: number[] = [];
    for (let at = 0; at < some; at += 1) {
      const name = `View ${Math.random()}`;
      const view = await call('POST', '/table-views', { table: 'companies', name, state, is_default: false });
      const alert = { name: `Norway ${at}`, watch: { kind: 'view', id: view.id }, on: ['added'], every: 'instant', by: ['mail'] };
      ids.push((await call('POST', '/alerts', { ...alert, ...more })).id);
    }
    return ids;
  }
  /** A row that all alerts are to tell. */
  async function change(): Promise<void> {
    count += 1;
    const name = `Fjord Bakery ${count}`;
    await server.database.execute(sql`
      insert into companies (name, country, canonical_key, source) values (${name}, 'Norway', ${name}, 'test')`);
    await notifier.notifyInstantly();
  }
  const notices = async () =>
    (
      await server.database.$client.query('select title from alert_messages where account_id = $1 and alert_id is null', [
        workspaceId,
      ])
    ).rows;

  it('beyond five a minute, messages are in one mail that names each of them', async () => {
    await watch(ALERTS);
    await change();
    expect(queued).toHaveLength(5);
    expect(queued.slice(0, 4).map(({ subject }) => subject)).toEqual([0, 1, 2, 3].map((at) => `Norway ${at}: 1 added`));
    const folded = queued[4];
    expect(folded?.subject).toBe('8 messages of your alerts');
    for (let at = 4; at < ALERTS; at += 1) expect(folded?.text).toContain(`Norway ${at}: 1 added`);
  });

  it('what comes later within the minute waits for its end, and is one mail then', async () => {
    const alerts = await watch(ALERTS);
    await change();
    await change();
    await change();
    expect(queued).toHaveLength(5);
    server.clock.advance(MINUTE - 1);
    await notifier.notifyInstantly();
    expect(queued).toHaveLength(5);
    // Its mails have been stopped meanwhile.
    await call('PATCH', `/alerts/${alerts[11]}`, { by: ['app'] });
    server.clock.advance(1);
    await notifier.notifyInstantly();
    expect(queued.slice(5).map(({ subject }) => subject)).toEqual([
      ...[0, 1, 2, 3].map((at) => `Norway ${at}: 1 added`),
      '18 messages of your alerts',
    ]);
    expect(queued.at(-1)?.text).not.toContain('Norway 11');
    server.clock.advance(MINUTE);
    await notifier.notifyInstantly();
    expect(queued).toHaveLength(10);
  });

  it('a flood is told by at most 200 mails a day, the last of which says so, as does the app once', async () => {
    await watch(ALERTS);
    await change();
    expect(queued).toHaveLength(5);
    // As if these five had been the last of many.
    await server.database.execute(sql`update alert_mail_counts set of_day = 185 where account_id = ${workspaceId}`);
    for (let minute = 0; minute < 5; minute += 1) {
      server.clock.advance(MINUTE);
      await change();
      await change();
    }
    expect(queued).toHaveLength(5 + 15);
    const saysSo = queued.filter(({ text }) => text.includes('200 emails'));
    expect(saysSo).toEqual([queued.at(-1)]);
    expect(await notices()).toEqual([{ title: expect.stringContaining('200 emails') }]);
    const { rows } = await server.database.$client.query('select from alert_messages where account_id = $1', [workspaceId]);
    expect(rows).toHaveLength((1 + 5 * 2) * ALERTS + 1);
    queued.length = 0;
    server.clock.advance(DAY);
    await change();
    expect(queued).toHaveLength(5);
  });

  it('after a clock that was a year ahead, mails are sent as before', async () => {
    await watch(ALERTS);
    server.clock.advance(365 * DAY);
    await change();
    server.clock.advance(-365 * DAY);
    await change();
    expect(queued).toHaveLength(10);
  });

  it('an account that may no longer be told gets no mail of what waited', async () => {
    await watch(ALERTS);
    await change();
    await change();
    mayBeNotified = false;
    server.clock.advance(MINUTE);
    await notifier.notifyInstantly();
    mayBeNotified = true;
    await notifier.notifyInstantly();
    expect(queued).toHaveLength(5);
  });

  it('mails that were waiting when a server was killed are sent by the next one, once', async () => {
    await watch(2);
    const readRecipient = async () => ({ email: account.email, mayBeNotified });
    const mailQueue = { ...server.platform.mailQueue, enqueue: () => Promise.reject(new Error('killed')) };
    const killed = createAlertNotifier({ platform: { ...server.platform, mailQueue }, readRecipient });
    await server.database.execute(
      sql`insert into companies (name, country, canonical_key, source) values ('Kill', 'Norway', ${`Kill ${Math.random()}`}, 'test')`,
    );
    await expect(killed.notifyInstantly()).rejects.toThrow('killed');
    await notifier.notifyInstantly();
    await notifier.notifyInstantly();
    expect(queued.map(({ subject }) => subject)).toEqual(['Norway 0: 1 added', 'Norway 1: 1 added']);
  });
});
