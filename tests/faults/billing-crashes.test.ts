import { randomBytes } from 'node:crypto';
import { carryOutEvent } from '@leadloom/server/modules/billing/billing-events.service';
import { sendNotices } from '@leadloom/server/modules/billing/billing-notices.service';
import { createBillingPlatform } from '@leadloom/server/modules/billing/billing-platform.service';
import type { BillingProvider, ProviderEvent, ProviderSubscription } from '@leadloom/server/modules/billing/provider';
import { createMailSender } from '@leadloom/server/modules/mails/mail-sender';
import type { Platform } from '@leadloom/server/platform';
import { runJobs } from '@leadloom/server/queue/run-jobs';
import { untilMailsAreSent } from '@leadloom/server/testing/accounts';
import { isKilled, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

const MINUTE = 60_000;
/** More than there are: beyond the last one the work simply succeeds. */
const STATEMENTS = 30;

const billingOf = (platform: Platform) => createBillingPlatform(platform, () => undefined);

interface Subject {
  readonly accountId: number;
  readonly email: string;
  readonly subscription: ProviderSubscription;
}

describe('a server killed while it handles an event', { timeout: 60_000 }, () => {
  let server: TestServer;
  let sandbox: BillingProvider;
  const counts = { 'kill points': 0, 'effects lost': 0, 'effects doubled': 0 };
  beforeAll(async () => {
    server = await startTestServer();
    const { provider: chosen } = billingOf(server.platform);
    if (chosen === null) throw new Error('no provider');
    sandbox = chosen;
  });
  afterAll(async () => {
    tell('payment events, killed (R03)', counts);
    await server.close();
  });

  /** A provider with one subscription, during whose calls the server may be killed. */
  const providerWith = (subscription: ProviderSubscription, onAsk: () => void = () => undefined): BillingProvider => ({
    ...sandbox,
    readSubscription: async () => {
      onAsk();
      return subscription;
    },
    readInvoice: async (id) => ({ id, paidAt: null, url: null }),
  });

  async function addSubject(): Promise<Subject> {
    const email = `crash-${randomBytes(6).toString('hex')}@example.com`;
    const { rows } = await server.database.$client.query<{ id: string }>(
      "insert into accounts (email, password_hash) values ($1, 'none') returning id",
      [email],
    );
    const accountId = Number(rows[0]?.id);
    await server.database.$client.query(
      "insert into billing_customers (provider, customer_id, account_id) values ('sandbox', $1, $2)",
      [`cus_${accountId}`, accountId],
    );
    const startedAt = server.clock.now();
    return {
      accountId,
      email,
      subscription: {
        id: `sub_${accountId}`,
        customerId: `cus_${accountId}`,
        status: 'past_due',
        currency: 'EUR',
        startedAt,
        currentPeriodEnd: new Date(startedAt.getTime() + 30 * 24 * 60 * MINUTE),
        cancelAtPeriodEnd: false,
        endedAt: null,
      },
    };
  }
  const eventFor = ({ accountId, subscription }: Subject): ProviderEvent => ({
    id: `evt_${accountId}`,
    type: 'invoice.payment_failed',
    createdAt: server.clock.now(),
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    failedInvoiceId: `in_${accountId}`,
  });
  /** The effects of the event, however many attempts it took. */
  async function effectsOn({ accountId, email }: Subject) {
    const count = async (table: string) =>
      (await server.database.$client.query(`select count(*)::int as n from ${table} where account_id = $1`, [accountId])).rows[0]
        .n;
    const { rows } = await server.database.$client.query(
      `select status, revision, (select count(*)::int from billing_events where event_id = $2) as events
      from subscriptions where account_id = $1`,
      [accountId, `evt_${accountId}`],
    );
    return {
      subscription: rows,
      ledger: await count('billing_ledger'),
      notices: await count('billing_notices'),
      mails: server.mails.filter(({ to }) => to === email).length,
    };
  }
  const once = { subscription: [{ status: 'past_due', revision: 1, events: 1 }], ledger: 1, notices: 1, mails: 1 };
  /** After a kill and another delivery: each effect once, including the mail. */
  async function expectOnce(subject: Subject, where?: string): Promise<void> {
    await untilMailsAreSent(server);
    const effects = await effectsOn(subject);
    const rows = [effects.subscription.length, effects.ledger, effects.notices, effects.mails];
    counts['effects lost'] += rows.filter((count) => count < 1).length;
    counts['effects doubled'] += rows.filter((count) => count > 1).length;
    expect(effects, where).toEqual(once);
  }

  /** The complete work: the event, then the mail. True if it was finished before the kill. */
  async function work(platform: Platform, subject: Subject, provider: BillingProvider): Promise<boolean> {
    try {
      await carryOutEvent(billingOf(platform), provider, eventFor(subject));
      await sendNotices(platform, provider);
      return true;
    } catch (error) {
      if (isKilled(error)) return false;
      throw error;
    }
  }
  /** The provider sends the event again to the next server, whose clock has moved on. */
  async function redeliver(subject: Subject): Promise<void> {
    const provider = providerWith(subject.subscription);
    await work(server.platform, subject, provider);
    server.clock.advance(11 * MINUTE);
    await sendNotices(server.platform, provider);
  }

  it('an event has each effect once when the server was killed before any of its statements and the event is sent again', async () => {
    let deaths = 0;
    for (let statement = 1; statement <= STATEMENTS; statement += 1) {
      const subject = await addSubject();
      const doomed = openDoomedDatabase(server.databaseUrl, statement);
      const isDone = await work({ ...server.platform, database: doomed.database }, subject, providerWith(subject.subscription));
      await doomed.bury();
      await redeliver(subject);
      await expectOnce(subject, `killed before statement ${statement}`);
      if (!isDone) deaths += 1;
    }
    counts['kill points'] += deaths;
    // Ask, begin, note the event, write the row, its ledger, the notice, commit, claim the notice, begin, settle it, the
    // workspace that the mail names, the mail, the job that sends it, commit.
    expect(deaths).toBe(14);
  });

  it.each(['before it asks the provider', 'after it asked, before it heard'])(
    'an event whose server was killed %s has each effect once',
    async (when) => {
      const subject = await addSubject();
      const doomed = openDoomedDatabase(server.databaseUrl, Number.POSITIVE_INFINITY);
      const dying: BillingProvider = {
        ...providerWith(subject.subscription),
        readSubscription: async () => {
          if (when.startsWith('after')) await Promise.resolve();
          return doomed.kill();
        },
      };
      expect(await work({ ...server.platform, database: doomed.database }, subject, dying)).toBe(false);
      await doomed.bury();
      expect(await effectsOn(subject)).toEqual({ subscription: [], ledger: 0, notices: 0, mails: 0 });
      counts['kill points'] += 1;
      await redeliver(subject);
      await expectOnce(subject);
    },
  );

  it('a mail that was being sent when the server was killed is sent once after the next start', async () => {
    const subject = await addSubject();
    await server.app.jobs.stop();
    expect(await work(server.platform, subject, providerWith(subject.subscription))).toBe(true);
    const doomed = openDoomedDatabase(server.databaseUrl, Number.POSITIVE_INFINITY);
    const { promise: isKilled, resolve } = Promise.withResolvers<void>();
    const send = async () => {
      resolve();
      doomed.kill();
    };
    const platform = { ...server.platform, database: doomed.database, mailer: { send } };
    const { log } = server.app;
    const start = (of: Platform) => runJobs([createMailSender({ ...of, deferred: {}, log })], { ...of, log, isAlone: true });
    const dying = await start(platform);
    await isKilled;
    await doomed.bury();
    // It must not reconnect.
    void doomed.database.$client.end();
    counts['kill points'] += 1;
    expect((await effectsOn(subject)).mails).toBe(0);
    const next = await start(server.platform);
    await redeliver(subject);
    await expectOnce(subject);
    await dying.stop().catch(() => undefined);
    await next.stop();
    await server.app.jobs.start();
  });

  it('the state that the provider reported last wins when it changes while a server is killed', async () => {
    const subject = await addSubject();
    const { subscription } = subject;
    const answers = [subscription, { ...subscription, status: 'canceled' as const, endedAt: server.clock.now() }];
    const slow: BillingProvider = {
      ...providerWith(subscription),
      readSubscription: async () => {
        // The first response is overtaken: another event is received and written before it arrives.
        const answer = answers.shift() ?? { ...subscription, status: 'canceled' as const, endedAt: server.clock.now() };
        if (answer === subscription) {
          await carryOutEvent(billingOf(server.platform), slow, {
            ...eventFor(subject),
            id: 'evt_overtaking',
            failedInvoiceId: null,
          });
        }
        return answer;
      },
    };
    await carryOutEvent(billingOf(server.platform), slow, eventFor(subject));
    expect((await effectsOn(subject)).subscription).toMatchObject([{ status: 'canceled' }]);
  });
});
