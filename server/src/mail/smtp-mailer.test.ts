import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { isRefusedForGood } from '../modules/mails/mail-sender.ts';
import { describeFailure } from '../queue/describe-failure.ts';
import { composeMail } from './compose-mail.ts';
import type { ClosableMailer } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail = composeMail({
  to: 'mara@example.com',
  subject: 'Grüße, Mara',
  paragraphs: ['A line.', '.', 'A line after a dot.'],
  actions: [{ label: 'Open', url: 'https://leadloom.example/app/login' }],
  closing: [],
});

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  readonly email: Email;
}

interface Behaviour {
  /** Answers for the first recipients, in order; accepted afterwards. */
  readonly refusals?: readonly number[];
  readonly offersTls?: boolean;
}

async function startSmtpServer({ refusals = [], offersTls = false }: Behaviour = {}) {
  const received: Received[] = [];
  const left = [...refusals];
  const server = new SMTPServer({
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('wrong')),
    onRcptTo: (_address, _session, done) => {
      const code = left.shift();
      done(code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
          email: await PostalMime.parse(Buffer.concat(chunks)),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // a TCP server that listens has a port
  return {
    port,
    received,
    connections: () => server.connections.size,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('mail over SMTP', () => {
  const open: { close(): Promise<void> }[] = [];
  const mailerFor = (url: string, { mayBePlain = true } = {}): ClosableMailer => {
    const mailer = createSmtpMailer({ url, from: 'Leadloom <leadloom@leadloom.example>', mayBePlain });
    open.unshift(mailer);
    return mailer;
  };
  const serve = async (behaviour?: Behaviour) => {
    const server = await startSmtpServer(behaviour);
    open.push(server);
    return server;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('a mail arrives as composed, for one recipient, with the credentials in SMTP_URL', async () => {
    const { port, received } = await serve();
    const mailer = mailerFor(`smtp://leadloom:right@127.0.0.1:${port}`);
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'other@example.com' });
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({
      from: 'leadloom@leadloom.example',
      to: ['mara@example.com'],
      user: 'leadloom',
      email: { subject: 'Grüße, Mara', from: { name: 'Leadloom' } },
    });
    expect(received[0]?.email.text?.trim()).toBe(mail.text.trim());
    expect(received[0]?.email.html?.trim()).toBe(mail.html.trim());
    expect(received[1]?.to).toEqual(['other@example.com']);
  });

  it('connections that were idle are closed, and the next mail has a new one', async () => {
    const { port, received, connections } = await serve();
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?idleTimeout=100`);
    for (const round of [1, 2, 3]) {
      await mailer.send(mail);
      expect(received).toHaveLength(round);
      await expect.poll(connections).toBe(0);
    }
  });

  it.each(['', '?ignoreTLS=true', '?requireTLS=false&opportunisticTLS=true'])(
    'without TLS nothing is sent, and no credentials, whatever the address says: %s',
    async (options) => {
      const { port, received } = await serve();
      const mailer = mailerFor(`smtp://leadloom:right@127.0.0.1:${port}/${options}`, { mayBePlain: false });
      const error = await mailer.send(mail).catch((failure: unknown) => failure);
      expect(describeFailure(error)).toBe('ETLS: the mail server offers no TLS; SMTP_PLAIN=on sends without');
      expect(isRefusedForGood(error)).toBe(false);
      expect(received).toEqual([]);
    },
  );

  it('with smtp:// the connection is encrypted before anything is sent', async () => {
    const { port, received } = await serve({ offersTls: true });
    const options = '?tls.rejectUnauthorized=false';
    await mailerFor(`smtp://leadloom:right@127.0.0.1:${port}/${options}`, { mayBePlain: false }).send(mail);
    expect(received).toMatchObject([{ isSecure: true, user: 'leadloom' }]);
  });

  it('wrong credentials are refused', async () => {
    const { port, received } = await serve();
    await expect(mailerFor(`smtp://leadloom:wrong@127.0.0.1:${port}`).send(mail)).rejects.toThrow();
    expect(received).toEqual([]);
  });

  it.each([
    [451, false],
    [452, false],
    [535, false],
    [550, true],
    [554, false],
  ])('the reply %i to a recipient is permanent: %s', async (code, isForGood) => {
    const { port, received } = await serve({ refusals: [code] });
    const mailer = mailerFor(`smtp://127.0.0.1:${port}`);
    const error = await mailer.send(mail).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ responseCode: code });
    expect(isRefusedForGood(error)).toBe(isForGood);
    const reason = describeFailure(error);
    expect(reason).toContain(String(code));
    expect(reason).not.toContain('@');
    await mailer.send(mail);
    expect(received).toHaveLength(1);
  });

  it('refused credentials are temporary, because the operator can correct them', async () => {
    const { port } = await serve();
    const mailer = mailerFor(`smtp://leadloom:wrong@127.0.0.1:${port}`);
    const error = await mailer.send(mail).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ responseCode: 535 });
    expect(isRefusedForGood(error)).toBe(false);
  });
});
