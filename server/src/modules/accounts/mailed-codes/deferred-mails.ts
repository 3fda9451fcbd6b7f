/**
 * Mails of responses that must not reveal whether an address has an account. Such a response only queues the
 * address. After the response, the account is looked up here, in the transaction that writes the code and its
 * mail. So a known address takes no longer than an unknown one, and nothing is lost when a server stops.
 */
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import type { Platform } from '../../../platform.ts';

/** The payload that is queued for each kind of mail. */
export const deferredDetails = {
  registration: z.object({ accountId: z.int(), email: z.string(), isNew: z.boolean() }),
  'password reset': z.object({ email: z.string() }),
  'email change': z.object({ accountId: z.int(), oldEmail: z.string(), newEmail: z.string() }),
} as const;

type Details<Kind extends keyof typeof deferredDetails> = z.infer<(typeof deferredDetails)[Kind]>;

export interface DeferredMails {
  /**
   * A new account gets its first code; the owner of an existing one is notified that somebody tried to register with its
   * address.
   */
  registered(transaction: Connection, details: Details<'registration'>): Promise<void>;
  /** A reset code, if the address has an account. */
  resetRequested(connection: Connection, details: Details<'password reset'>): Promise<void>;
  /** A code to the new address unless it has an account, and a notice to the old one. */
  emailChangeRequested(connection: Connection, details: Details<'email change'>): Promise<void>;
}

export function createDeferredMails({ mailQueue }: Pick<Platform, 'mailQueue'>): DeferredMails {
  return {
    registered: (transaction, details) => mailQueue.defer(transaction, 'registration', details),
    resetRequested: (connection, details) => mailQueue.defer(connection, 'password reset', details),
    emailChangeRequested: (connection, details) => mailQueue.defer(connection, 'email change', details),
  };
}
