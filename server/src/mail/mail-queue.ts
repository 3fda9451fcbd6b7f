/**
 * How mail leaves: as rows that are written in the transaction that causes them, and sent once that is committed.
 * At least once, in any order, by whichever server takes the row; modules never talk to the mailer.
 */
import type { Connection } from '../database/database.ts';
import type { Mail } from './mailer.ts';

/**
 * Composes what was put off, in a transaction of its own that ends the row too: whatever it enqueues there is sent.
 * @param details as they were given to `defer`
 */
export type DeferredWork = (transaction: Connection, details: unknown) => Promise<void>;

export interface MailQueue {
  /** Notes a mail. It is sent if the connection's transaction is committed; after that, `kick` makes it leave at once. */
  enqueue(connection: Connection, mail: Mail): Promise<void>;
  /**
   * Notes that something is to be written to somebody; who and what is found out once the answer is gone. For answers
   * whose time must not depend on it: the row costs the same whatever it comes to.
   * @param details of JSON
   */
  defer(connection: Connection, kind: string, details: object): Promise<void>;
  /** Says what deferred rows of a kind come to; to be called before the queue starts. */
  handle(kind: string, work: DeferredWork): void;
  /** Sends what is due now, without waiting for it. To be called after a commit. */
  kick(): void;
}
