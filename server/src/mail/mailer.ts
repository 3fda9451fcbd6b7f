/** Sends one mail. Two implementations: SMTP, and an outbox of `.eml` files where no SMTP is set. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted (SMTP) or durable (outbox). */
  send(mail: Mail): Promise<void>;
}

export interface ClosableMailer extends Mailer {
  /** Closes connections. */
  close(): Promise<void>;
}
