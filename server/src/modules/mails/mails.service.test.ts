import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMailQueue, forgetFailedMails, type RunningMailQueue } from './mails.service.ts';

const METRICS_TOKEN = 'a-token-of-metrics';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const silent = { warn: () => undefined, error: () => undefined };
const never = () => new Promise<never>(() => undefined);

const mailTo = (to: string): Mail => ({ to, subject: 'Canary subject', text: 'canary-code', html: '<p>canary-code</p>' });

describe('the queue of mails', () => {
  let server: TestServer;
  const sent: Mail[] = [];
  const deliver: Mailer = { send: async (mail) => void sent.push(mail) };
  const refuse: Mailer = {
    send: async ({ to }) => {
      throw Object.assign(new Error(`the server for ${to} is away`), { code: 'ECONNECTION' });
    },
  };
  const queueWith = (mailer: Mailer, secrets = server.platform.secrets): RunningMailQueue =>
    createMailQueue({ ...server.platform, mailer, secrets });
  const note = async (queue: RunningMailQueue, ...addresses: readonly string[]) => {
    for (const address of addresses) await queue.enqueue(server.database, mailTo(address));
  };
  /** A server's life: what it sends of what is due, until its stop. */
  const live = async (mailer: Mailer, { isAlone = true, until = 'nothing is under way' } = {}) => {
    const queue = queueWith(mailer);
    await queue.start(silent, { isAlone });
    if (until === 'nothing is under way') await expect.poll(async () => (await rows()).filter(isUnderWay)).toEqual([]);
    await queue.stop();
  };
  const rows = async () =>
    (
      await server.database.$client.query<{
        tries: number;
        last_error: string | null;
        failed: boolean;
        wait: number;
      }>(
        `select tries, last_error, failed_at is not null as failed,
        round(extract(epoch from next_try_at - $1::timestamptz) * 1000)::float8 as wait from mails order by id`,
        [server.clock.now().toISOString()],
      )
    ).rows;
  const isUnderWay = ({ last_error, failed }: { last_error: string | null; failed: boolean }) => last_error === null && !failed;

  beforeAll(async () => {
    server = await startTestServer({ environment: { METRICS_TOKEN } });
    await server.mailQueue.stop();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    sent.length = 0;
    await server.database.$client.query('truncate mails');
  });

  it('sends what a transaction noted once it is committed, and keeps nothing of it', async () => {
    const queue = queueWith(deliver);
    await queue.start(silent, { isAlone: true });
    await server.database.transaction(async (transaction) => {
      await queue.enqueue(transaction, mailTo('mara@example.com'));
      queue.kick();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(sent).toEqual([]);
    });
    queue.kick();
    await expect.poll(() => sent).toEqual([mailTo('mara@example.com')]);
    await expect.poll(rows).toEqual([]);
    await queue.stop();
  });

  it('does not claim a mail again that this server is still sending, however long that takes', async () => {
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    const slow: Mailer = {
      send: async (mail) => {
        sent.push(mail);
        await isAnswered;
      },
    };
    const queue = queueWith(slow);
    await note(queue, 'mara@example.com');
    await queue.start(silent, { isAlone: true });
    await expect.poll(() => sent).toHaveLength(1);
    server.clock.advance(HOUR);
    await note(queue, 'milo@example.com');
    queue.kick();
    await expect.poll(() => sent.map(({ to }) => to)).toEqual(['mara@example.com', 'milo@example.com']);
    expect(await rows()).toMatchObject([{ tries: 1 }, { tries: 1 }]);
    answer();
    await expect.poll(rows).toEqual([]);
    await queue.stop();
    expect(sent).toHaveLength(2);
  });

  it('sends nothing of a transaction that is rolled back', async () => {
    const queue = queueWith(deliver);
    const broken = server.database.transaction(async (transaction) => {
      await queue.enqueue(transaction, mailTo('mara@example.com'));
      throw new Error('the disk is full');
    });
    await expect(broken).rejects.toThrow('the disk is full');
    expect(await rows()).toEqual([]);
  });

  it('keeps neither address nor text where a copy of the database shows it', async () => {
    await note(queueWith(deliver), 'mara@example.com');
    const { rows: stored } = await server.database.$client.query(
      "select encode(content, 'escape') || mails::text as row from mails",
    );
    expect(JSON.stringify(stored)).not.toMatch(/mara|example\.com|canary/i);
  });

  it('sends at the next start what was committed before a stop', async () => {
    await note(queueWith(deliver), 'mara@example.com', 'milo@example.com');
    expect(sent).toEqual([]);
    await live(deliver);
    expect(sent.map(({ to }) => to)).toEqual(['mara@example.com', 'milo@example.com']);
    expect(await rows()).toEqual([]);
  });

  it('tries again at the next start at once what could not be sent before', async () => {
    await note(queueWith(deliver), 'mara@example.com');
    await live(refuse);
    server.clock.advance(10 * SECOND);
    await live(refuse);
    expect(await rows()).toMatchObject([{ tries: 2, wait: MINUTE, failed: false }]);
    await live(deliver, { isAlone: false });
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('waits longer after each failure, and gives up after three days, with the reason and without the address', async () => {
    await note(queueWith(deliver), 'mara@example.com');
    const queue = queueWith(refuse);
    await queue.start(silent, { isAlone: true });
    const waits: number[] = [];
    for (let tries = 1; tries < 30; tries += 1) {
      await expect.poll(rows).toMatchObject([{ tries, last_error: expect.any(String) }]);
      const [row] = await rows();
      if (row?.failed === true) break;
      waits.push(row?.wait ?? Number.NaN);
      server.clock.advance(row?.wait ?? 0);
      queue.kick();
    }
    await queue.stop();
    expect(waits.slice(0, 7)).toEqual([10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]);
    const tried = waits.reduce((sum, wait) => sum + wait, 0);
    expect(tried).toBeGreaterThanOrEqual(3 * DAY);
    expect(tried).toBeLessThan(4 * DAY);
    expect(await rows()).toMatchObject([{ failed: true, last_error: 'ECONNECTION: the server for [address] is away' }]);

    await live(deliver);
    expect(sent).toEqual([]);
    server.clock.advance(30 * DAY - 1);
    await forgetFailedMails(server.platform);
    expect(await rows()).toHaveLength(1);
    server.clock.advance(1);
    await forgetFailedMails(server.platform);
    expect(await rows()).toEqual([]);
  });

  it('gives a recipient up at once whom the mail server refuses for good', async () => {
    await note(queueWith(deliver), 'nobody@example.com');
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 };
    await live({
      send: async () => {
        throw Object.assign(new Error('550 no such user'), refusal);
      },
    });
    expect(await rows()).toMatchObject([{ tries: 1, failed: true, last_error: 'EENVELOPE: 550 no such user' }]);
  });

  it('sends each mail once from two servers that run at once', async () => {
    const addresses = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`);
    await note(queueWith(deliver), ...addresses);
    const servers = [queueWith(deliver), queueWith(deliver)];
    await Promise.all(servers.map((queue) => queue.start(silent, { isAlone: false })));
    for (let round = 0; round < 20; round += 1) for (const queue of servers) queue.kick();
    await expect.poll(rows).toEqual([]);
    await Promise.all(servers.map((queue) => queue.stop()));
    expect(sent.map(({ to }) => to).sort()).toEqual(addresses.toSorted());
  });

  it('fails a mail it cannot open, with the reason, and sends the others', async () => {
    await note(queueWith(deliver, [randomBytes(32)]), 'lost@example.com');
    await server.database.$client.query("insert into mails (content, next_try_at) values ('\\x00', '2020-01-01')");
    await note(queueWith(deliver), 'mara@example.com');
    await live(deliver);
    expect(sent.map(({ to }) => to)).toEqual(['mara@example.com']);
    const unreadable = { failed: true, last_error: expect.stringContaining('encrypted with a different secret') };
    expect(await rows()).toMatchObject([unreadable, unreadable]);
  });

  it('sends many although some of them hang, and waits for these no longer than a stop may take', async () => {
    const hanging = ['hangs-0@example.com', 'hangs-1@example.com'];
    await note(queueWith(deliver), ...hanging, ...Array.from({ length: 20 }, (_, index) => `person-${index}@example.com`));
    const queue = queueWith({ send: (mail) => (hanging.includes(mail.to) ? never() : deliver.send(mail)) });
    await queue.start(silent, { isAlone: true });
    await expect.poll(() => sent).toHaveLength(20);
    await queue.stop();
    expect(await rows()).toMatchObject([
      { wait: 0, last_error: 'The server stopped.' },
      { wait: 0, last_error: 'The server stopped.' },
    ]);
    await live(deliver, { isAlone: false });
    expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining(hanging));
  });

  it('waits at a stop for what is on its way', async () => {
    await note(queueWith(deliver), 'mara@example.com');
    const { promise: isSending, resolve } = Promise.withResolvers<void>();
    const queue = queueWith({
      send: async (mail) => {
        resolve();
        await new Promise((done) => setTimeout(done, 100));
        await deliver.send(mail);
      },
    });
    await queue.start(silent, { isAlone: true });
    await isSending;
    await queue.stop();
    expect(sent).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('takes over what a killed server was sending: at once where it is alone, else when its time is over', async () => {
    const killed = async () => {
      await note(queueWith(deliver), 'mara@example.com');
      const queue = queueWith({ send: never });
      await queue.start(silent, { isAlone: true });
      await expect.poll(rows).toMatchObject([{ tries: 1 }]);
      // Nothing more is heard of it.
      return queue;
    };
    const first = await killed();
    await live(deliver);
    expect(sent).toHaveLength(1);
    await first.stop();

    const second = await killed();
    await live(deliver, { isAlone: false, until: 'it has started' });
    expect(sent).toHaveLength(1);
    server.clock.advance(2 * MINUTE);
    await live(deliver, { isAlone: false });
    expect(sent).toHaveLength(2);
    await second.stop();
    expect(await rows()).toEqual([]);
  });

  describe('of what is found out after the answer', () => {
    it('writes it in one transaction with the end of the row, and begins anew when that fails', async () => {
      let failures = 1;
      const queue = queueWith(deliver);
      queue.handle('a greeting', async (transaction, details) => {
        await queue.enqueue(transaction, mailTo(`${JSON.stringify(details)}@example.com`));
        failures -= 1;
        if (failures >= 0) throw new Error('the database stumbled');
      });
      await queue.defer(server.database, 'a greeting', { name: 'mara' });
      await queue.start(silent, { isAlone: true });
      await expect.poll(rows).toMatchObject([{ tries: 1, wait: 10 * SECOND, last_error: 'the database stumbled' }]);
      server.clock.advance(10 * SECOND);
      queue.kick();
      await expect.poll(rows).toEqual([]);
      await queue.stop();
      expect(sent.map(({ to }) => to)).toEqual(['{"name":"mara"}@example.com']);
    });

    it('keeps what no part of this version writes', async () => {
      await queueWith(deliver).defer(server.database, 'of tomorrow', {});
      await live(deliver);
      expect(await rows()).toMatchObject([{ failed: false, last_error: expect.stringContaining('"of tomorrow"') }]);
    });
  });

  it('is counted in /metrics', async () => {
    await note(queueWith(deliver), 'mara@example.com', 'milo@example.com');
    await note(queueWith(deliver, [randomBytes(32)]), 'lost@example.com');
    await live(refuse);
    const { payload } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(payload).toContain('mails{state="waiting"} 2');
    expect(payload).toContain('mails{state="failed"} 1');
  });
});
