/**
 * Changes the email of an account. The old address stays in use until the link sent to the new one is opened,
 * and gets a mail both times. The response never reveals whether the new address already has an account:
 * everything that differs happens after it.
 */

import { AppError } from '../../../http/app-error.ts';
import { domainOf, readEmailAddress } from '../../../mail/email-address.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { DeferredMails } from '../mailed-codes/deferred-mails.ts';
import { hashCode } from '../mailed-codes/mailed-code.ts';
import { isDisposableDomain } from '../registration/disposable-domains.ts';
import type { TakesMail } from '../registration/mail-domain.ts';
import type { Evidence, OwnerProof } from '../sign-in/owner-proof.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import { confirmEmail } from './account-settings.repository.ts';

const DAY = 24 * 3600 * 1000;

interface EmailChangeParts {
  readonly proof: OwnerProof;
  readonly throttle: Throttle;
  readonly takesMail: TakesMail;
  readonly mails: AccountMails;
  readonly deferredMails: DeferredMails;
}

export function createEmailChange({ config, database, mailQueue, now }: Platform, parts: EmailChangeParts) {
  const { proof, throttle, takesMail, mails, deferredMails } = parts;

  return {
    /**
     * Queues the mails to both addresses.
     * @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.*, EMAIL.INVALID, RATE.LIMITED, SERVER.BUSY
     */
    async ask(accountId: number, evidence: Evidence, text: string): Promise<void> {
      const newEmail = readEmailAddress(text);
      if (newEmail === null) throw new AppError('EMAIL.INVALID');
      const account = await proof.byBoth(accountId, evidence, async () => {
        const domain = domainOf(newEmail);
        if (isDisposableDomain(domain) || !(await takesMail(domain, `account ${accountId}`))) throw new AppError('EMAIL.INVALID');
      });
      await throttle.takeEmailChange(accountId);
      await deferredMails.emailChangeRequested(database, { accountId, oldEmail: account.email, newEmail });
    },

    /**
     * The old address gets a mail.
     * @param ownSessionId of the browser that opened the link; if this is the account's first verification, the
     * other sessions end
     * @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT
     */
    async confirm(code: string, ownSessionId: string | null): Promise<void> {
      const time = now();
      const trialEndsAt = new Date(time.getTime() + config.trial.days * DAY);
      const verification = { now: time, trialEndsAt, ownSessionId };
      const { state } = await confirmEmail(
        database,
        hashCode(code),
        verification,
        (transaction, { accountId, oldEmail, newEmail }) =>
          mailQueue.enqueue(transaction, mails.emailChanged(oldEmail, newEmail), noticeFor(accountId)),
      );
      if (state === 'unknown') throw new AppError('VERIFICATION.INCORRECT');
      if (state === 'expired') throw new AppError('VERIFICATION.EXPIRED');
      mailQueue.kick();
    },
  };
}
