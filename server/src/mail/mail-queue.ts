/**
 * Mails are rows that are written in the transaction that causes them, and are sent once that is committed. Each is sent at
 * least once, by whichever server takes the row; modules never talk to the mailer. Mails of a better class are sent first,
 * and within a class the accounts take turns: the thousandth mail of one account waits for the first of all others.
 */
import type { Connection } from '../database/database.ts';
import type { Mail } from './mailer.ts';

/**
 * Composes a deferred mail, in a transaction of its own that also removes the row. What it enqueues there is sent.
 * @param details as they were given to `defer`
 */
export type DeferredWork = (transaction: Connection, details: unknown) => Promise<void>;

/** The work for each kind of deferred row. */
export type DeferredWorks = Readonly<Record<string, DeferredWork>>;

/**
 * The best first:
 * - `code`: somebody waits for it, such as a link that resets a password. It never waits for mails of other classes.
 * - `notice`: what happened to an account.
 * - `bulk`: what an account asked to be sent again and again, such as alerts and exports.
 */
export type MailClass = 'code' | 'notice' | 'bulk';

export interface MailTurn {
  readonly mailClass: MailClass;
  /** The account among whose mails it takes its turn; null: no account's, such as for people without one. */
  readonly accountId: number | null;
}

export function codeFor(accountId: number | null): MailTurn {
  return { mailClass: 'code', accountId };
}

export function noticeFor(accountId: number | null): MailTurn {
  return { mailClass: 'notice', accountId };
}

export function bulkFor(accountId: number): MailTurn {
  return { mailClass: 'bulk', accountId };
}

export interface MailQueue {
  /** Queues a mail. It is sent once the transaction of the connection is committed; `kick` then sends it at once. */
  enqueue(connection: Connection, mail: Mail, turn: MailTurn): Promise<void>;
  /**
   * Queues work that decides later whom to write to, and what, in the class of codes. For answers whose time must not
   * depend on that: the row costs the same in every case.
   * @param details of JSON
   */
  defer(connection: Connection, kind: string, details: object): Promise<void>;
  /** Sends what is due now, without waiting for it. To be called after a commit. */
  kick(): void;
}
