/** Hands mails to an SMTP server, over a few connections that are kept open between mails. */
import { type ClosableMailer, MAILS_AT_ONCE } from './mailer.ts';
import { toMimeMessage } from './mime-message.ts';

const SECOND = 1000;
const WITHOUT_TLS = 'the mail server offers no TLS; SMTP_PLAIN=on sends without';

interface SmtpOptions {
  /** `smtp://` or `smtps://`, credentials and nodemailer's options in the query included. */
  readonly url: string;
  readonly from: string;
  /** For `smtp://`: whether mails go without TLS to a server that offers none. */
  readonly mayBePlain: boolean;
}

export function createSmtpMailer({ url, from, mayBePlain }: SmtpOptions): ClosableMailer {
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    async send(mail) {
      transport ??= openTransport(url, mayBePlain);
      const opened = await transport;
      await opened.sendMail(toMimeMessage(mail, from)).catch((error: unknown) => {
        throw isWithoutTls(error) ? Object.assign(new Error(WITHOUT_TLS), { code: 'ETLS' }) : error;
      });
    },
    close: async () => (await transport)?.close(),
  };
}

/** The library is read with the first mail: a server at rest does not need it. */
async function openTransport(url: string, mayBePlain: boolean) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: mayBePlain ? url : withTls(url),
    pool: true,
    // With fewer connections, a mail would wait for others within the library, whatever its class.
    maxConnections: MAILS_AT_ONCE,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    idleTimeout: 30 * SECOND,
  });
}

/**
 * The address with TLS required. Otherwise somebody in between could remove the server's offer of TLS. Options in the
 * address win over all others.
 */
function withTls(url: string): string {
  const address = new URL(url);
  if (address.protocol === 'smtp:') address.searchParams.set('requireTLS', 'true');
  return address.href;
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETLS' && 'responseCode' in error;
}
