/**
 * Mails of responses that must not reveal whether an address has an account. Such a response only queues the
 * address. After the response, the account is looked up here, in the transaction that writes the code and its
 * mail. So a known address takes no longer than an unknown one, and nothing is lost when a server stops.
 */
import { z } from 'zod';
import type { Connection } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { issueCode } from './issue-code.ts';
import type { Throttle } from './throttle.ts';

const registrationSchema = z.object({ accountId: z.int(), email: z.string(), isNew: z.boolean() });
const resetSchema = z.object({ email: z.string() });
const emailChangeSchema = z.object({ accountId: z.int(), oldEmail: z.string(), newEmail: z.string() });

export interface DeferredMails {
  /** A new account gets its first code; an existing one is told that somebody tried to register with its address. */
  registered(transaction: Connection, details: z.infer<typeof registrationSchema>): Promise<void>;
  /** A reset code, if the address has an account. */
  resetAsked(connection: Connection, details: z.infer<typeof resetSchema>): Promise<void>;
  /** A code to the new address unless it has an account, and a notice to the old one. */
  emailChangeAsked(connection: Connection, details: z.infer<typeof emailChangeSchema>): Promise<void>;
}

interface DeferredParts {
  readonly mails: AccountMails;
  readonly throttle: Throttle;
}

export function createDeferredMails({ mailQueue, now }: Platform, { mails, throttle }: DeferredParts): DeferredMails {
  async function tellHolder(transaction: Connection, accountId: number, email: string): Promise<void> {
    if (throttle.takeMail('account exists', accountId)) await mailQueue.enqueue(transaction, mails.accountExists(email));
  }

  mailQueue.handle('registration', async (transaction, details) => {
    const { accountId, email, isNew } = registrationSchema.parse(details);
    if (!isNew) return tellHolder(transaction, accountId, email);
    const code = await issueCode(transaction, { accountId, purpose: 'verify', now: now() });
    if (code !== null) await mailQueue.enqueue(transaction, mails.verification(email, code));
  });

  mailQueue.handle('password reset', async (transaction, details) => {
    const { email } = resetSchema.parse(details);
    const account = await createAccountsRepository(transaction).findByEmail(email);
    if (account === null || account.blockedAt !== null || !throttle.takeMail('reset', account.id)) return;
    const code = await issueCode(transaction, { accountId: account.id, purpose: 'reset', now: now() });
    if (code !== null) await mailQueue.enqueue(transaction, mails.reset(account.email, code));
  });

  mailQueue.handle('email change', async (transaction, details) => {
    const { accountId, oldEmail, newEmail } = emailChangeSchema.parse(details);
    const holder = await createAccountsRepository(transaction).findByEmail(newEmail);
    if (holder !== null) await tellHolder(transaction, holder.id, newEmail);
    else {
      const code = await issueCode(transaction, { accountId, purpose: 'email', newEmail, now: now() });
      if (code === null) return;
      await mailQueue.enqueue(transaction, mails.emailConfirmation(newEmail, code));
    }
    if (oldEmail !== newEmail) await mailQueue.enqueue(transaction, mails.emailChangeAsked(oldEmail, newEmail));
  });

  return {
    registered: (transaction, details) => mailQueue.defer(transaction, 'registration', details),
    resetAsked: (connection, details) => mailQueue.defer(connection, 'password reset', details),
    emailChangeAsked: (connection, details) => mailQueue.defer(connection, 'email change', details),
  };
}
