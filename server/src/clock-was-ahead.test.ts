import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isStillToCome } from './database/plausible-time.ts';
import type { WorkspaceId } from './http/workspace.ts';
import { createAttempts } from './limits/attempts.ts';
import { createSharedSlots } from './limits/shared-slots.ts';
import { createAlertNotifier } from './modules/alerts/notify-alerts.ts';
import { claimNotices } from './modules/billing/billing-notices.repository.ts';
import * as scheduledExports from './modules/exports/scheduled/scheduled-exports.repository.ts';
import { readImport, takeLostImport } from './modules/imports/log/imports.repository.ts';
import { findRecollections } from './modules/linkedin/recollections/recollections.repository.ts';
import { isRecheckDue } from './modules/tracking/visits/recheck-deletions.ts';
import { LONGEST_PAUSE } from './modules/tracking/visits/settle-fault.ts';
import { hasDue } from './modules/tracking/visits/visits.repository.ts';
import { createWebhookDeliverer } from './modules/webhooks/deliver-webhooks.ts';
import { createDeliveryTries } from './modules/webhooks/try-delivery.ts';
import { accountIdOf, createAccount, type TestAccount } from './testing/accounts.ts';
import { storeProfiles } from './testing/stored-profiles.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;

/** The server's clock was a year ahead, and is right again. */
describe('after a clock that was ahead', () => {
  let server: TestServer;
  let account: TestAccount;
  let accountId: WorkspaceId;

  beforeAll(async () => {
    // Nothing is done by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createAccount(server);
    accountId = await accountIdOf(server, account.email);
    await server.database.execute(
      sql`update accounts set verified_at = ${now()}, trial_ends_at = ${later(9 * YEAR)} where id = ${accountId}`,
    );
  });
  const later = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString();
  const now = () => later(0);
  const days = (time: unknown) => (new Date(String(time)).getTime() - server.clock.now().getTime()) / DAY;
  async function query(text: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await server.database.$client.query(text, [...values])).rows;
  }

  it.each([
    ['daily', 3, 1.1],
    ['daily', 365, 1.1],
    ['weekly', 365, 7.1],
  ])('a %s digest is due at its next time, after %i days', async (every, ahead, most) => {
    const alert = { name: 'People', watch: { kind: 'people' }, on: ['added'], every, by: ['app'] };
    const made = await server.app.inject({ method: 'POST', url: '/api/v1/alerts', headers: account.headers, payload: alert });
    expect(made.statusCode).toBe(201);
    await query('update alerts set next_at = $1', [later(ahead * DAY)]);
    const notifier = createAlertNotifier({
      platform: server.platform,
      readRecipient: async () => ({ email: 'm@example.com', mayBeNotified: true }),
    });
    await notifier.notifyDigests();
    const [stored] = await query('select next_at from alerts where account_id = $1', [accountId]);
    expect(days(stored?.next_at)).toBeGreaterThan(0);
    expect(days(stored?.next_at)).toBeLessThan(Number(most));
  });

  it.each([
    ['daily', 1.1],
    ['weekly', 7.1],
  ] as const)('a %s export is written at its next time', async (frequency, most) => {
    const parts = {
      workspaceId: accountId,
      name: 'Norway',
      watch: { kind: 'view', id: 'x' },
      tableName: 'companies',
      timeOfDay: '08:00',
      zone: 'UTC',
    } as const;
    const added = {
      ...parts,
      frequency,
      format: 'csv',
      isGzip: false,
      nextAt: new Date(later(YEAR)),
      createdAt: new Date(now()),
    } as const;
    const stored = await scheduledExports.addExport(server.database, added, 20);
    await scheduledExports.correctTimes(server.database, server.clock.now());
    const found = await scheduledExports.findExport(server.database, accountId, stored?.id ?? 0);
    expect(days(found?.nextAt)).toBeGreaterThan(0);
    expect(days(found?.nextAt)).toBeLessThan(most);
  });

  it('a lease ends', async () => {
    const slots = createSharedSlots(server.database);
    await query(
      "insert into slots (name, lease_token, lease_until) values ('one', gen_random_uuid(), now() + interval '1 year')",
    );
    const held = await slots.take([['one']]);
    expect(held).not.toBeNull();
    await held?.release();
  });

  it('an import whose lease was given then goes on, and one that cannot go on has failed', async () => {
    const add = async (uploadId: string | null) => {
      const [added] = await query(
        `insert into imports (table_name, file_name, started_by, options, upload_id, started_at, lease_until)
        values ('companies', 'firms.csv', 'command', '{}', $1, $2, now() + interval '1 year') returning id`,
        [uploadId, now()],
      );
      return String(added?.id);
    };
    const [kept, lost] = [await add(randomUUID()), await add(null)];
    expect(await takeLostImport(server.database)).toMatchObject({ id: kept, starts: 2 });
    expect(await takeLostImport(server.database)).toBeNull();
    expect(await readImport(server.database, lost)).toMatchObject({ state: 'failed' });
  });

  it('attempts are counted in a window that ends', async () => {
    const attempts = createAttempts(server.platform);
    const wanted = [{ key: 'a try', limit: { max: 1, windowSeconds: 60 } }];
    server.clock.advance(YEAR);
    expect(await attempts.take(wanted)).toBeNull();
    server.clock.advance(-YEAR);
    expect(await attempts.take(wanted)).toBeNull();
    expect(await attempts.take(wanted)).toBe(60);
  });

  it('a name is visited, its network is not paused, and deletions are looked for', async () => {
    const [source] = await query(
      "insert into sources (network, key, display_name, state_since, next_visit_at) values ('reddit', 'looms', 'looms', $1, $2) returning id",
      [now(), later(YEAR)],
    );
    await query('insert into tracked_sources (account_id, source_id) values ($1, $2)', [accountId, source?.id]);
    expect(await hasDue(server.database, 'reddit', server.clock.now())).toBe(true);
    expect(isStillToCome(new Date(later(YEAR)), server.clock.now(), LONGEST_PAUSE)).toBe(false);
    expect(isRecheckDue({ state: null, doneAt: new Date(later(YEAR)) }, server.clock.now())).toBe(true);
  });

  it('people are due to be collected again', async () => {
    await storeProfiles(server, accountId, [{ fullName: 'Ada Weft' }]);
    await query(
      "insert into linkedin_recollections (profile_id, account_id, every, due_at) select id, account_id, 'quarterly', $2 from linkedin_profiles where account_id = $1",
      [accountId, later(YEAR)],
    );
    expect(await findRecollections(server.database, accountId, { dueBy: server.clock.now(), offset: 0, limit: 5 })).toHaveLength(
      1,
    );
  });

  it('a delivery is tried, and a webhook that fails since a time to come fails since now', async () => {
    const [webhook] = await query(
      "insert into webhooks (id, account_id, url, events, secret, created_at, failing_since) values (gen_random_uuid(), $1, 'https://hooks.example.com/', '{alert.fired}', '\\x00', $2, $3) returning id",
      [accountId, now(), later(YEAR)],
    );
    await query(
      "insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, created_at, next_try_at) values (gen_random_uuid(), $1, $2, 'alert.fired', '{}', 'waiting', $3, $4)",
      [accountId, webhook?.id, now(), later(YEAR)],
    );
    const { platform } = server;
    const tries = createDeliveryTries({ platform, readRecipient: async () => ({ email: 'm@example.com', mayBeNotified: true }) });
    const deliverer = createWebhookDeliverer({ platform, tries, onError: () => undefined });
    await deliverer.disableDead();
    await deliverer.startDue();
    await deliverer.settled();
    const [delivery] = await query('select failures from webhook_deliveries where webhook_id = $1', [webhook?.id]);
    expect(delivery?.failures).toBe(1);
    const [stored] = await query('select failing_since from webhooks where id = $1', [webhook?.id]);
    expect(days(stored?.failing_since)).toBeCloseTo(0);
  });

  it('a notice of a payment that a killed server had claimed is claimed again', async () => {
    await query(
      "insert into billing_notices (provider, invoice_id, account_id, created_at, claimed_at) values ('stripe', 'in_1', $1, $2, $3)",
      [accountId, now(), later(YEAR)],
    );
    const at = server.clock.now();
    const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
    const claim = { now: at, abandonedBefore: before(DAY), createdAfter: before(YEAR), limit: 5 };
    expect(await claimNotices(server.database, 'stripe', claim)).toHaveLength(1);
  });

  it('a visit of a table ends, and rows are new from now on', async () => {
    const visit = async () => {
      const payload = { table: 'companies', view_id: null };
      const answer = await server.app.inject({ method: 'PUT', url: '/api/v1/visits', headers: account.headers, payload });
      expect(answer.statusCode).toBe(200);
      return answer.json().since;
    };
    await visit();
    await query('update table_visits set started_at = $2, seen_at = $2, since = $2 where account_id = $1', [
      accountId,
      later(YEAR),
    ]);
    expect(days(await visit())).toBeLessThanOrEqual(0);
    const [stored] = await query('select seen_at from table_visits where account_id = $1', [accountId]);
    expect(days(stored?.seen_at)).toBeCloseTo(0);
  });
});
