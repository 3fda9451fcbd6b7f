/** What every module is given: settings, database, mail, time and the server's secret. Nothing is global. */
import type { SQL } from 'drizzle-orm';
import type { Config } from './config.ts';
import type { HashParameters } from './crypto/hash-parameters.ts';
import type { Database } from './database/database.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { JobQueue } from './queue/job-queue.ts';

export interface Platform {
  readonly config: Config;
  readonly database: Database;
  /** For pages and totals of the data tables; see `connectAll`. */
  readonly lists: Database;
  /** For identifying callers. */
  readonly identities: Database;
  /** Work that is done after the transaction that causes it. */
  readonly queue: JobQueue;
  /** The only way modules send mail. */
  readonly mailQueue: MailQueue;
  /** For the job that sends queued mails, and nothing else. */
  readonly mailer: Mailer;
  /** The wall clock; tests advance it. */
  readonly now: () => Date;
  /** The database's clock, by which servers share limits: `clock_timestamp()` where absent. Tests put theirs in its place. */
  readonly databaseNow?: () => SQL;
  /** 32 random bytes from DATA_DIR/secret (0600). Keys for tokens are derived from it, one per purpose. */
  readonly secret: Buffer;
  /** The cost of password hashes: HASH_PARAMETERS where absent. Tests that sign in often set a lower one. */
  readonly hashParameters?: HashParameters;
}
