import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkFor, codeFor, noticeFor } from '../../mail/mail-queue.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';
import { type RunningJobs, runJobs } from '../../queue/run-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMailSender } from './mail-sender.ts';
import { createMailQueue } from './mails.service.ts';

/** Several times what may be sent before the mails of others. */
const FLOOD = 80;
const silent = { warn: () => undefined, error: () => undefined };
const mailTo = (to: string): Mail => ({ to, subject: 'A subject', text: 'A text.', html: '<p>A text.</p>' });

describe('mails of one account beside those of others', () => {
  let server: TestServer;
  let smtp: SMTPServer;
  let mailer: ReturnType<typeof createSmtpMailer>;
  const received: string[] = [];
  const running: RunningJobs[] = [];

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        stream.resume();
        stream.on('end', () => {
          setTimeout(() => {
            received.push(envelope.rcptTo[0]?.address ?? '');
            done();
          }, 20);
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port }: Partial<AddressInfo> = Object(smtp.server.address());
    mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Leadloom <mail@leadloom.example>', mayBePlain: true });
  });
  afterAll(async () => {
    await mailer.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await server.close();
  });
  beforeEach(async () => {
    received.length = 0;
    await server.database.execute(sql`delete from mails`);
    await server.database.execute(sql`delete from pgboss.job`);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  });

  const queue = () => createMailQueue(server.platform);
  async function start(sending: Mailer = mailer): Promise<void> {
    const sender = createMailSender({ ...server.platform, mailer: sending, deferred: {}, log: silent });
    running.push(
      await runJobs([sender], { database: server.database, queue: server.platform.queue, log: silent, isAlone: false }),
    );
  }
  async function flood(accountId: number, count = FLOOD): Promise<void> {
    await server.database.transaction(async (transaction) => {
      for (let at = 0; at < count; at += 1)
        await queue().enqueue(transaction, mailTo(`flood-${accountId}@example.com`), bulkFor(accountId));
    });
    queue().kick();
  }
  /** How many mails the receiver had before one for this address. */
  async function before(address: string): Promise<number> {
    await expect.poll(() => received, { timeout: 30_000 }).toContain(address);
    return received.indexOf(address);
  }

  it('a code is sent before the alerts that wait', async () => {
    await start();
    await flood(1);
    await expect.poll(() => received.length).toBeGreaterThan(3);
    const sent = received.length;
    await queue().enqueue(server.database, mailTo('mara@example.com'), codeFor(2));
    queue().kick();
    expect((await before('mara@example.com')) - sent).toBeLessThan(20);
  });

  it('a notice, and another account’s alert, are sent before the many alerts of one account', async () => {
    await start();
    await flood(1);
    await flood(3);
    await expect.poll(() => received.length).toBeGreaterThan(3);
    const sent = received.length;
    await queue().enqueue(server.database, mailTo('alert@example.com'), bulkFor(2));
    await queue().enqueue(server.database, mailTo('notice@example.com'), noticeFor(2));
    queue().kick();
    expect((await before('alert@example.com')) - sent).toBeLessThan(20);
    expect((await before('notice@example.com')) - sent).toBeLessThan(20);
  });

  it('the order holds after a restore, which keeps no jobs', async () => {
    await flood(1);
    await queue().enqueue(server.database, mailTo('alert@example.com'), bulkFor(2));
    await queue().enqueue(server.database, mailTo('mara@example.com'), codeFor(2));
    await server.database.execute(sql`delete from pgboss.job`);
    await start();
    expect(await before('mara@example.com')).toBeLessThan(20);
    expect(await before('alert@example.com')).toBeLessThan(20);
  });

  it('mails of one account that hang delay neither its codes nor the alerts of others', async () => {
    const hangs: Mailer = {
      send: (mail) => (mail.to.startsWith('flood') ? new Promise(() => undefined) : mailer.send(mail)),
    };
    await flood(1, 20);
    await start(hangs);
    await queue().enqueue(server.database, mailTo('alert@example.com'), bulkFor(2));
    await queue().enqueue(server.database, mailTo('mara@example.com'), codeFor(1));
    queue().kick();
    await expect.poll(() => received.toSorted(), { timeout: 15_000 }).toEqual(['alert@example.com', 'mara@example.com']);
  });
});
