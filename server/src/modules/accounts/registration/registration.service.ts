/**
 * Registration: who may register here, with what address, and the account itself. The response depends on the
 * server's mode, the invite and the form of the address, never on whether the address has an account: known and
 * new addresses take the same steps, and use up an invite in the same way.
 */
import { AppError } from '../../../http/app-error.ts';
import { domainOf, readEmailAddress } from '../../../mail/email-address.ts';
import type { Platform } from '../../../platform.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { DeferredMails } from '../mailed-codes/deferred-mails.ts';
import { hashCode } from '../mailed-codes/mailed-code.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { isInviteGood, spendInvite } from './invites.repository.ts';
import type { TakesMail } from './mail-domain.ts';
import { hostOf, judgePassword } from './password-policy.ts';

interface RegistrationParts {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly takesMail: TakesMail;
  readonly deferredMails: DeferredMails;
}

interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly invite?: string | undefined;
}

export function createRegistration({ config, database, now }: Platform, parts: RegistrationParts) {
  const { passwords, throttle, takesMail, deferredMails } = parts;
  const { registration, operators } = config;
  const host = hostOf(config.publicUrl);

  /**
   * The invite that a registration uses; null if it needs none. Operators never need one: theirs is the first
   * account of a server.
   * @throws {AppError} REGISTRATION.CLOSED, REGISTRATION.INVITE_NEEDED, REGISTRATION.INVITE_INVALID
   */
  async function requireInvitation(email: string | null, invite: string | undefined): Promise<Buffer | null> {
    if (registration === 'open' || (email !== null && operators.has(email))) return null;
    if (registration === 'closed') throw new AppError('REGISTRATION.CLOSED');
    const code = invite?.trim() ?? '';
    if (code === '') throw new AppError('REGISTRATION.INVITE_NEEDED');
    const codeHash = hashCode(code);
    // For people without an invite this is checked before any work. Whether an invite is valid is decided again when it is
    // used.
    if (email !== null && !(await isInviteGood(database, { codeHash, email, now: now() })))
      throw new AppError('REGISTRATION.INVITE_INVALID');
    return codeHash;
  }

  async function isDeliverable(email: string, asker: string): Promise<boolean> {
    const domain = domainOf(email);
    return !isDisposableDomain(domain) && (await takesMail(domain, asker));
  }

  return {
    /**
     * Whether mail can be sent to an address; says nothing about accounts.
     * @param address of the caller
     */
    async isValidAddress(text: string, address: string): Promise<boolean> {
      const email = readEmailAddress(text);
      return email !== null && (await isDeliverable(email, address));
    },

    /**
     * The mail is queued together with the account.
     * @param address of the caller
     * @throws {AppError} REGISTRATION.*, EMAIL.INVALID, PASSWORD.*, RATE.LIMITED, SERVER.BUSY
     */
    async register({ email: text, password, invite }: NewAccount, address: string): Promise<void> {
      await throttle.take('register', address);
      const email = readEmailAddress(text);
      const codeHash = await requireInvitation(email, invite);
      if (email === null || !(await isDeliverable(email, address))) throw new AppError('EMAIL.INVALID');
      const fault = judgePassword(password, { email, host });
      if (fault !== null) throw new AppError(fault);
      const passwordHash = await passwords.hash(password);
      await database.transaction(async (transaction) => {
        const createdAt = now();
        // The invite is used first, so that of two parallel uses one waits for the other.
        const use = codeHash === null ? 'first' : await spendInvite(transaction, { codeHash, email, now: createdAt });
        if (use === null) throw new AppError('REGISTRATION.INVITE_INVALID');
        const { id, isNew } = await createAccountsRepository(transaction).addOrFind(email, passwordHash, createdAt);
        // An invite creates one account, even if that has changed its address since.
        if (isNew && use === 'again') throw new AppError('REGISTRATION.INVITE_INVALID');
        await deferredMails.registered(transaction, { accountId: id, email, isNew });
      });
    },
  };
}
