/** Hands mails to an SMTP server, over a few connections that are kept open between mails. */
import { type ClosableMailer, MAILS_AT_ONCE } from './mailer.ts';
import { toMimeMessage } from './mime-message.ts';

const SECOND = 1000;

interface SmtpOptions {
  /** `smtp://` or `smtps://`, credentials and nodemailer's options in the query included. */
  readonly url: string;
  readonly from: string;
}

export function createSmtpMailer({ url, from }: SmtpOptions): ClosableMailer {
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    async send(mail) {
      transport ??= openTransport(url);
      await (await transport).sendMail(toMimeMessage(mail, from));
    },
    close: async () => (await transport)?.close(),
  };
}

/** The library is read with the first mail: a server at rest does not need it. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    // With fewer, a mail would wait for others within the library, whatever its class.
    maxConnections: MAILS_AT_ONCE,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    idleTimeout: 30 * SECOND,
  });
}
