/** Sends one mail. Two implementations: SMTP, and an outbox of `.eml` files where no SMTP is set. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Accepts a POST that ends mails of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/** Mails that one server sends at the same time, each over a connection of its own. */
export const MAILS_AT_ONCE = 5;

export interface Mailer {
  /** Resolves once the mail is accepted (SMTP) or durable (outbox). */
  send(mail: Mail): Promise<void>;
}

export interface ClosableMailer extends Mailer {
  /** Closes connections. */
  close(): Promise<void>;
}
