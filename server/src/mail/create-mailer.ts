/** The mailer the settings ask for: SMTP where a server is set, else the outbox on disk. */
import { join } from 'node:path';
import type { ClosableMailer } from './mailer.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

interface MailSettings {
  readonly dataDir: string;
  readonly mailFrom: string;
  /** null: mails are written to the outbox. */
  readonly smtpUrl: string | null;
  readonly smtpMayBePlain: boolean;
}

export function outboxFolder({ dataDir }: Pick<MailSettings, 'dataDir'>): string {
  return join(dataDir, 'outbox');
}

export function createMailer(config: MailSettings, now: () => Date): ClosableMailer {
  const from = config.mailFrom;
  return config.smtpUrl === null
    ? createOutboxMailer({ folder: outboxFolder(config), from, now })
    : createSmtpMailer({ url: config.smtpUrl, from, mayBePlain: config.smtpMayBePlain });
}
