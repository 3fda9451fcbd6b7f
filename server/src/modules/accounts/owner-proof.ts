/**
 * Proves that whoever holds a session is the account's owner, before anything that a stolen session must
 * not do: the password, and the second factor where there is one. Guesses are counted per account.
 */
import { AppError } from '../../http/app-error.ts';
import type { Account, AccountsRepository } from './accounts.repository.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';
import type { TwoFactor } from './two-factor/two-factor.service.ts';

interface OwnerProofParts {
  readonly repository: AccountsRepository;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly twoFactor: TwoFactor;
}

export type OwnerProof = ReturnType<typeof createOwnerProof>;

export function createOwnerProof({ repository, passwords, throttle, twoFactor }: OwnerProofParts) {
  /** The account of a session. @throws {AppError} AUTH.SESSION_EXPIRED when it was deleted meanwhile */
  async function requireAccount(accountId: number): Promise<Account> {
    const account = await repository.findById(accountId);
    if (account === null) throw new AppError('AUTH.SESSION_EXPIRED');
    return account;
  }

  /** @throws {AppError} AUTH.PASSWORD_WRONG, RATE.LIMITED, SERVER.BUSY */
  async function byPassword(accountId: number, password: string): Promise<Account> {
    const attempt = throttle.takePassword(accountId);
    const { account, isRight } = await attempt.judge(async () => {
      const found = await requireAccount(accountId);
      return { account: found, isRight: await passwords.matches(found.passwordHash, password, `account ${accountId}`) };
    });
    if (!isRight) throw new AppError('AUTH.PASSWORD_WRONG');
    attempt.release();
    return account;
  }

  return {
    requireAccount,
    byPassword,

    /**
     * The code is asked for only where the second factor is on; a right one is used up.
     * @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.CODE_REQUIRED, TWO_FACTOR.CODE_WRONG, RATE.LIMITED, SERVER.BUSY
     */
    async byBoth(
      accountId: number,
      { password, code }: { readonly password: string; readonly code?: string | undefined },
    ): Promise<Account> {
      const account = await byPassword(accountId, password);
      await twoFactor.demand(account, code, { at: 'session' });
      return account;
    },
  };
}
