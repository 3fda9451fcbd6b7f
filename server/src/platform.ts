/** What every module is given: settings, database, mail, time and the server's secrets. Nothing is global. */
import type { SQL } from 'drizzle-orm';
import type { ColumnStore } from './column-store/column-store.ts';
import type { Config } from './config.ts';
import type { HashParameters } from './crypto/hash-parameters.ts';
import type { SecretRing } from './crypto/secret-ring.ts';
import type { Databases } from './database/connect.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { JobQueue } from './queue/job-queue.ts';

export interface Platform extends Omit<Databases, 'end'> {
  readonly config: Config;
  /** A copy of the large tables that answers what PostgreSQL has nothing ready for; null: there is none. */
  readonly columnStore: ColumnStore | null;
  /** The queue of jobs that run after the transaction that causes them. */
  readonly queue: JobQueue;
  /** The only way modules send mail. */
  readonly mailQueue: MailQueue;
  /** The mailer of the job that sends queued mails; nothing else uses it. */
  readonly mailer: Mailer;
  /** The wall clock; tests advance it. */
  readonly now: () => Date;
  /** The database's clock, by which servers share limits: `clock_timestamp()` where absent. Tests put theirs in its place. */
  readonly databaseNow?: () => SQL;
  /**
   * The secrets of DATA_DIR/secrets or SECRETS. Keys for tokens are derived from them, one for each purpose; see
   * `deriveKeys`.
   */
  readonly secrets: SecretRing;
  /** The cost of password hashes: HASH_PARAMETERS where absent. Tests that sign in often set a lower one. */
  readonly hashParameters?: HashParameters;
  /** Milliseconds a screen's page waits for its total: 300 where absent. */
  readonly totalPatience?: number;
}
