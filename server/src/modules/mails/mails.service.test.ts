import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeferredWorks } from '../../mail/mail-queue.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { type RunningJobs, runJobs } from '../../queue/run-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMailSender, mailJob } from './mail-sender.ts';
import { createMailQueue, forgetFailedMails, listFailedMails, sendFailedAgain } from './mails.service.ts';

const METRICS_TOKEN = 'a-token-of-metrics';
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const silent = { warn: () => undefined, error: () => undefined };
const never = () => new Promise<never>(() => undefined);

const mailTo = (to: string): Mail => ({ to, subject: 'Canary subject', text: 'canary-code', html: '<p>canary-code</p>' });

describe('the queue of mails', () => {
  let server: TestServer;
  const sent: Mail[] = [];
  const running: RunningJobs[] = [];
  const deliver: Mailer = { send: async (mail) => void sent.push(mail) };
  const refuse: Mailer = {
    send: async ({ to }) => {
      throw Object.assign(new Error(`the server for ${to} is away`), { code: 'ECONNECTION' });
    },
  };
  const queueWith = (secrets = server.platform.secrets) => createMailQueue({ ...server.platform, secrets });
  const note = async (...addresses: readonly string[]) => {
    for (const address of addresses) await queueWith().enqueue(server.database, mailTo(address), noticeFor(null));
  };
  /** A server that sends mails, until its stop or the end of the test. */
  const start = async (mailer: Mailer, { isAlone = false, deferred = {} as DeferredWorks } = {}) => {
    const sender = createMailSender({ ...server.platform, mailer, deferred, log: silent });
    const jobs = await runJobs([sender], { database: server.database, queue: server.platform.queue, log: silent, isAlone });
    running.push(jobs);
    return jobs;
  };
  /** A server's life: what it sends of what is due, until its stop. */
  const live = async (mailer: Mailer, deferred: DeferredWorks = {}) => {
    const jobs = await start(mailer, { deferred });
    await expect.poll(dueJobs).toBe(0);
    await jobs.stop();
  };
  const rows = async () =>
    (
      await server.database.$client.query<{ tries: number; last_error: string | null; failed: boolean }>(
        'select tries, last_error, failed_at is not null as failed from mails order by id',
      )
    ).rows;
  const jobs = async () =>
    (
      await server.database.$client.query<{ state: string; tries: number; wait: number }>(
        `select state, retry_count as tries, extract(epoch from start_after - now())::float8 as wait
         from pgboss.job where name = $1 and state in ('created', 'retry', 'active') order by created_on`,
        [mailJob.name],
      )
    ).rows;
  const dueJobs = async () => (await jobs()).filter(({ state, wait }) => state === 'active' || wait <= 0).length;
  /** Instead of waiting for the next try. */
  const makeDue = async () => {
    await server.database.$client.query(
      "update pgboss.job set start_after = now() where name = $1 and state in ('created', 'retry')",
      [mailJob.name],
    );
    queueWith().kick();
  };

  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN }, doesJobs: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    sent.length = 0;
    await server.database.$client.query('truncate mails; delete from pgboss.job');
  });

  it('a mail is sent once its transaction is committed, and nothing of it is kept', async () => {
    const queue = queueWith();
    await start(deliver);
    await server.database.transaction(async (transaction) => {
      await queue.enqueue(transaction, mailTo('mara@example.com'), noticeFor(null));
      queue.kick();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(sent).toEqual([]);
    });
    queue.kick();
    await expect.poll(() => sent).toEqual([mailTo('mara@example.com')]);
    await expect.poll(rows).toEqual([]);
  });

  it('a mail of a rolled-back transaction is not sent', async () => {
    const broken = server.database.transaction(async (transaction) => {
      await queueWith().enqueue(transaction, mailTo('mara@example.com'), noticeFor(null));
      throw new Error('the disk is full');
    });
    await expect(broken).rejects.toThrow('the disk is full');
    expect(await rows()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('a copy of the database shows neither address nor text of a waiting mail', async () => {
    await note('mara@example.com');
    await live(refuse);
    const { rows: stored } = await server.database.$client.query(
      "select encode(content, 'escape') || mails::text as row from mails union all select job::text from pgboss.job",
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/mara|example\.com|canary/i);
  });

  it('mails committed before a stop are sent at the next start', async () => {
    await note('mara@example.com', 'milo@example.com');
    expect(sent).toEqual([]);
    await live(deliver);
    expect(sent.map(({ to }) => to).sort()).toEqual(['mara@example.com', 'milo@example.com']);
    expect(await rows()).toEqual([]);
  });

  it('mails that could not be sent are tried again at once at the next start', async () => {
    await note('mara@example.com');
    await live(refuse);
    expect(await rows()).toMatchObject([{ tries: 1, last_error: 'ECONNECTION: the server for [address] is away' }]);
    await live(refuse);
    expect(await rows()).toMatchObject([{ tries: 2, failed: false }]);
    await live(deliver);
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('mails without a job are sent after a restore, and permanently failed ones are not tried again', async () => {
    await note('mara@example.com', 'milo@example.com');
    await server.database.$client.query(
      'delete from pgboss.job; update mails set failed_at = now() where content = (select content from mails order by content limit 1)',
    );
    await live(deliver);
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ failed: true }]);
  });

  it('the pause doubles after each failure, up to half a day', async () => {
    await note('mara@example.com');
    await start(refuse);
    const waits: number[] = [];
    for (let tries = 1; tries <= 16; tries += 1) {
      await expect.poll(async () => (await jobs())[0]).toMatchObject({ state: 'retry', tries: tries - 1 });
      waits.push((await jobs())[0]?.wait ?? Number.NaN);
      await makeDue();
    }
    waits.forEach((wait, index) => {
      const longest = Math.min(12 * 3600, 20 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(longest);
      // What passed since is a moment.
      expect(wait).toBeGreaterThan(longest / 2 - 10);
    });
  });

  it('a mail is given up after three days, and its reason is kept for a month without the address', async () => {
    await note('mara@example.com');
    await start(refuse);
    await expect.poll(rows).toMatchObject([{ tries: 1, failed: false }]);
    // The mail says so before its job waits for the next try.
    await expect.poll(dueJobs).toBe(0);
    server.clock.advance(3 * DAY);
    await makeDue();
    await expect.poll(rows).toEqual([{ tries: 2, failed: true, last_error: 'ECONNECTION: the server for [address] is away' }]);
    await expect.poll(jobs).toEqual([]);
    server.clock.advance(30 * DAY - 1);
    await forgetFailedMails(server.platform);
    expect(await rows()).toHaveLength(1);
    server.clock.advance(1);
    await forgetFailedMails(server.platform);
    expect(await rows()).toEqual([]);
  });

  it('a permanently refused recipient is given up at once', async () => {
    await note('nobody@example.com');
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 };
    await live({
      send: async () => {
        throw Object.assign(new Error('550 no such user'), refusal);
      },
    });
    expect(await rows()).toMatchObject([{ tries: 1, failed: true, last_error: 'EENVELOPE: 550 no such user' }]);
  });

  it('the operator can list mails that were given up, and send one or all of them again', async () => {
    await note('mara@example.com', 'milo@example.com', 'mia@example.com');
    await server.database.$client.query("update mails set failed_at = now(), last_error = 'away', tries = 9");
    await server.database.$client.query('delete from pgboss.job');
    const failed = await listFailedMails(server.platform);
    expect(failed).toMatchObject(Array.from({ length: 3 }, () => ({ lastError: 'away', tries: 9 })));
    await start(deliver);
    expect(await sendFailedAgain(server.platform, failed[1]?.id ?? 0)).toBe(1);
    await expect.poll(() => sent.map(({ to }) => to)).toEqual(['milo@example.com']);
    expect(await sendFailedAgain(server.platform, failed[1]?.id ?? 0)).toBe(0);
    expect(await sendFailedAgain(server.platform, null)).toBe(2);
    await expect.poll(rows).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it('two servers send each mail once', async () => {
    const addresses = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`);
    await note(...addresses);
    await Promise.all([start(deliver), start(deliver)]);
    for (let round = 0; round < 20; round += 1) queueWith().kick();
    await expect.poll(rows).toEqual([]);
    expect(sent.map(({ to }) => to).sort()).toEqual(addresses.toSorted());
  });

  it('a mail that cannot be decrypted fails with the reason, and the others are sent', async () => {
    await queueWith([randomBytes(32)]).enqueue(server.database, mailTo('lost@example.com'), noticeFor(null));
    await server.database.$client.query("insert into mails (content) values ('\\x00')");
    await note('mara@example.com');
    await live(deliver);
    expect(sent.map(({ to }) => to)).toEqual(['mara@example.com']);
    const unreadable = { failed: true, last_error: expect.stringContaining('encrypted with a different secret') };
    expect(await rows()).toMatchObject([unreadable, unreadable]);
  });

  it('mails that hang delay neither the others nor a stop', async () => {
    const hanging = ['hangs-0@example.com', 'hangs-1@example.com'];
    await note(...hanging, ...Array.from({ length: 20 }, (_, index) => `person-${index}@example.com`));
    const jobs = await start({ send: (mail) => (hanging.includes(mail.to) ? never() : deliver.send(mail)) });
    await expect.poll(() => sent).toHaveLength(20);
    await jobs.stop();
    expect(await rows()).toHaveLength(2);
    await live(deliver);
    expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining(hanging));
    expect(await rows()).toEqual([]);
  });

  it('a stop waits for mails that are being sent', async () => {
    await note('mara@example.com');
    const { promise: isSending, resolve } = Promise.withResolvers<void>();
    const jobs = await start({
      send: async (mail) => {
        resolve();
        await new Promise((done) => setTimeout(done, 100));
        await deliver.send(mail);
      },
    });
    await isSending;
    await jobs.stop();
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('mails of a killed server are taken over: at once by a single server, otherwise after missed heartbeats', async () => {
    /** The job as a killed server leaves it. */
    const leaveBehind = async () => {
      await note('mara@example.com');
      await server.database.$client.query(
        "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = $1",
        [mailJob.name],
      );
    };
    await leaveBehind();
    const alone = await start(deliver, { isAlone: true });
    await expect.poll(() => sent).toHaveLength(1);
    await expect.poll(jobs).toEqual([]);
    await alone.stop();

    await leaveBehind();
    await start(deliver);
    expect((await jobs()).map(({ state }) => state)).toContain('active');
    // Instead of waiting for the heartbeats that are missed.
    await server.database.$client.query(
      "update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = $1 and state = 'active'",
      [mailJob.name],
    );
    await expect
      .poll(async () => (await jobs()).map(({ state }) => state), { timeout: 30_000, interval: 250 })
      .not.toContain('active');
    expect(sent).toHaveLength(1);
    await makeDue();
    await expect.poll(() => sent).toHaveLength(2);
    await expect.poll(rows).toEqual([]);
  }, 60_000);

  describe('of what is found out after the answer', () => {
    it('deferred work is committed together with the end of its job, and repeated when that fails', async () => {
      let failures = 1;
      const queue = queueWith();
      const greet = async (transaction: Parameters<DeferredWorks[string]>[0], details: unknown) => {
        await queue.enqueue(transaction, mailTo(`${JSON.stringify(details)}@example.com`), noticeFor(null));
        failures -= 1;
        if (failures >= 0) throw new Error('the database stumbled');
      };
      await queue.defer(server.database, 'a greeting', { name: 'mara' });
      await start(deliver, { deferred: { 'a greeting': greet } });
      await expect.poll(rows).toEqual([{ tries: 1, failed: false, last_error: 'the database stumbled' }]);
      await expect.poll(dueJobs).toBe(0);
      await makeDue();
      await expect.poll(rows).toEqual([]);
      expect(sent.map(({ to }) => to)).toEqual(['{"name":"mara"}@example.com']);
    });

    it('deferred work that this version does not know is kept', async () => {
      await queueWith().defer(server.database, 'of tomorrow', {});
      await live(deliver);
      expect(await rows()).toMatchObject([{ failed: false, last_error: expect.stringContaining('"of tomorrow"') }]);
    });
  });

  it('deferred work is counted in /metrics', async () => {
    await note('mara@example.com', 'milo@example.com');
    await queueWith([randomBytes(32)]).enqueue(server.database, mailTo('lost@example.com'), noticeFor(null));
    await live(refuse);
    const { payload } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(payload).toContain('mails{state="waiting"} 2');
    expect(payload).toContain('mails{state="failed"} 1');
  });
});
