/**
 * A new address for an account. The old one stays in use until the link mailed to the new one is followed,
 * and is told at both moments. Whether the new address has an account already is never told to who asks:
 * all that differs happens after the answer.
 */
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { AccountMails } from './account-mails.ts';
import { confirmEmail } from './account-settings.repository.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { MailTask } from './after-answer.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { domainOf, readEmailAddress } from './email-address.ts';
import type { TakesMail } from './mail-domain.ts';
import { createCode, EMAIL_CODE_HOURS, hashCode } from './mailed-code.ts';
import type { Evidence, OwnerProof } from './owner-proof.ts';
import type { Throttle } from './throttle.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

interface EmailChangeParts {
  readonly repository: AccountsRepository;
  readonly proof: OwnerProof;
  readonly throttle: Throttle;
  readonly takesMail: TakesMail;
  readonly mails: AccountMails;
}

export function createEmailChange({ config, database, mailer, now }: Platform, parts: EmailChangeParts) {
  const { repository, proof, throttle, takesMail, mails } = parts;

  async function mailBoth(account: { readonly id: number; readonly email: string }, newEmail: string): Promise<void> {
    const holder = await repository.findByEmail(newEmail);
    if (holder !== null) {
      if (throttle.takeMail('account exists', holder.id)) await mailer.send(mails.accountExists(newEmail));
    } else {
      const code = createCode();
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + EMAIL_CODE_HOURS * HOUR);
      const row = { accountId: account.id, purpose: 'email', codeHash: hashCode(code), createdAt, expiresAt, newEmail } as const;
      if (!(await repository.addCode(row))) return;
      await mailer.send(mails.emailConfirmation(newEmail, code));
    }
    if (account.email !== newEmail) await mailer.send(mails.emailChangeAsked(account.email, newEmail));
  }

  return {
    /** @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.*, EMAIL.INVALID, RATE.LIMITED, SERVER.BUSY */
    async ask(accountId: number, evidence: Evidence, text: string, later: (task: MailTask) => void): Promise<MailTask> {
      const newEmail = readEmailAddress(text);
      if (newEmail === null) throw new AppError('EMAIL.INVALID');
      const account = await proof.byBoth(accountId, evidence, later, async () => {
        const domain = domainOf(newEmail);
        if (isDisposableDomain(domain) || !(await takesMail(domain))) throw new AppError('EMAIL.INVALID');
      });
      throttle.takeEmailChange(accountId);
      return () => mailBoth(account, newEmail);
    },

    /**
     * @param ownSessionId of the browser that opened the link: where this is the account's first verification, the others end
     * @throws {AppError} VERIFICATION.EXPIRED, VERIFICATION.INCORRECT
     */
    async confirm(code: string, ownSessionId: string | null): Promise<MailTask> {
      const time = now();
      const trialEndsAt = new Date(time.getTime() + config.trial.days * DAY);
      const confirmation = await confirmEmail(database, hashCode(code), { now: time, trialEndsAt, ownSessionId });
      if (confirmation.state === 'unknown') throw new AppError('VERIFICATION.INCORRECT');
      if (confirmation.state === 'expired') throw new AppError('VERIFICATION.EXPIRED');
      if (confirmation.state === 'done before') return async () => undefined;
      const { oldEmail, newEmail } = confirmation;
      return () => mailer.send(mails.emailChanged(oldEmail, newEmail));
    },
  };
}
