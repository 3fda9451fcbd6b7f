/**
 * How mail leaves: as rows that are written in the transaction that causes them, and sent once that is committed.
 * At least once, in any order, by whichever server takes the row; modules never talk to the mailer.
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

export interface MailQueue {
  /** Queues a mail. It is sent once the transaction of the connection is committed; `kick` then sends it at once. */
  enqueue(connection: Connection, mail: Mail): Promise<void>;
  /**
   * Queues work that decides later whom to write to, and what. For answers whose time must not depend on that: the
   * row costs the same in every case.
   * @param details of JSON
   */
  defer(connection: Connection, kind: string, details: object): Promise<void>;
  /** Sends what is due now, without waiting for it. To be called after a commit. */
  kick(): void;
}
