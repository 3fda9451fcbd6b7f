/** Hands mails to an SMTP server, over a few connections that are kept open between mails. */
import { createTransport } from 'nodemailer';
import type { ClosableMailer } from './mailer.ts';
import { toMimeMessage } from './mime-message.ts';

const SECOND = 1000;

interface SmtpOptions {
  /** `smtp://` or `smtps://`, credentials and nodemailer's options in the query included. */
  readonly url: string;
  readonly from: string;
}

export function createSmtpMailer({ url, from }: SmtpOptions): ClosableMailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    idleTimeout: 30 * SECOND,
  });
  return {
    async send(mail) {
      await transport.sendMail(toMimeMessage(mail, from));
    },
    close: async () => transport.close(),
  };
}
