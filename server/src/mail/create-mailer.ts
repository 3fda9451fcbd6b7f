/** The mailer the settings ask for: SMTP where a server is set, else the outbox on disk. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ClosableMailer } from './mailer.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox');
}

export function createMailer(config: Config, now: () => Date): ClosableMailer {
  const from = config.mailFrom;
  return config.smtpUrl === null
    ? createOutboxMailer({ folder: outboxFolder(config), from, now })
    : createSmtpMailer({ url: config.smtpUrl, from, mayBePlain: config.smtpMayBePlain });
}
