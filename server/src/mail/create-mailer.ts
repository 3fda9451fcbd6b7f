/** The mailer the settings ask for: SMTP where a server is set, else the outbox on disk. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ClosableMailer } from './mailer.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createRetryingMailer } from './retrying-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

interface MailerOptions {
  readonly config: Config;
  readonly now: () => Date;
  /** Told of each try that failed and will be repeated. */
  readonly onRetry: (error: unknown) => void;
}

export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox');
}

export function createMailer({ config, now, onRetry }: MailerOptions): ClosableMailer {
  const from = config.mailFrom;
  const mailer =
    config.smtpUrl === null
      ? createOutboxMailer({ folder: outboxFolder(config), from, now })
      : createSmtpMailer({ url: config.smtpUrl, from });
  return createRetryingMailer(mailer, { onRetry });
}
