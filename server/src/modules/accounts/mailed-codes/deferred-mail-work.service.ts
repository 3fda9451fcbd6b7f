/**
 * Looks up after a response what the response must not reveal, and writes the mails that follow from it; see
 * deferred-mails.
 */

import type { Connection } from '../../../database/database.ts';
import { createAttempts } from '../../../limits/attempts.ts';
import type { DeferredWorks } from '../../../mail/mail-queue.ts';
import { codeFor, noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import { createAccountMails } from '../account-mails.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import { createThrottle } from '../sign-in/throttle.ts';
import { deferredDetails } from './deferred-mails.ts';
import { issueCode } from './issue-code.ts';

export function createDeferredMailWork(platform: Platform): DeferredWorks {
  const { config, mailQueue, now } = platform;
  const mails = createAccountMails(config.publicUrl, config.supportEmail);
  const throttle = createThrottle(createAttempts(platform));

  async function notifyHolder(transaction: Connection, accountId: number, email: string): Promise<void> {
    if (await throttle.takeMail(transaction, 'account exists', accountId))
      await mailQueue.enqueue(transaction, mails.accountExists(email), noticeFor(accountId));
  }

  return {
    registration: async (transaction, details) => {
      const { accountId, email, isNew } = deferredDetails.registration.parse(details);
      if (!isNew) return notifyHolder(transaction, accountId, email);
      const code = await issueCode(transaction, { accountId, purpose: 'verify', now: now() });
      if (code !== null) await mailQueue.enqueue(transaction, mails.verification(email, code), codeFor(accountId));
    },

    'password reset': async (transaction, details) => {
      const { email } = deferredDetails['password reset'].parse(details);
      const account = await createAccountsRepository(transaction).findByEmail(email);
      if (account === null || account.blockedAt !== null || !(await throttle.takeMail(transaction, 'reset', account.id))) return;
      const code = await issueCode(transaction, { accountId: account.id, purpose: 'reset', now: now() });
      if (code !== null) await mailQueue.enqueue(transaction, mails.reset(account.email, code), codeFor(account.id));
    },

    'email change': async (transaction, details) => {
      const { accountId, oldEmail, newEmail } = deferredDetails['email change'].parse(details);
      const holder = await createAccountsRepository(transaction).findByEmail(newEmail);
      if (holder !== null) await notifyHolder(transaction, holder.id, newEmail);
      else {
        const code = await issueCode(transaction, { accountId, purpose: 'email', newEmail, now: now() });
        if (code === null) return;
        await mailQueue.enqueue(transaction, mails.emailConfirmation(newEmail, code), codeFor(accountId));
      }
      if (oldEmail !== newEmail)
        await mailQueue.enqueue(transaction, mails.emailChangeRequested(oldEmail, newEmail), noticeFor(accountId));
    },
  };
}
