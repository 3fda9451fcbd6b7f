/**
 * Proves that the user of a session is the owner of the account, before anything that a stolen session must not
 * do: by the password, and the second factor if it is on. Guesses are counted per account.
 *
 * Both are required to change the password or the email, to delete the account, and for `POST /prove`. Setting up the
 * second factor, disabling it and renewing recovery codes accept them too, but a recent proof also serves for these
 * (`recent-proof.ts`). Setting one up requires only the password, because it is refused if one is already on.
 */
import { AppError } from '../../../http/app-error.ts';
import type { Account, AccountsRepository } from '../accounts.repository.ts';
import type { ShownFactor, TwoFactor } from '../two-factor/two-factor.service.ts';
import type { GuessLimits } from './guess-limits.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';

interface OwnerProofParts {
  readonly repository: AccountsRepository;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly guesses: GuessLimits;
  readonly twoFactor: TwoFactor;
}

/** An account whose password was shown. */
export type OpenedAccount = Account & { readonly passwordHash: string };

const NO_PASSWORD = 'This account has no password. Choose one with “Forgot your password?” on the sign-in screen first.';

/** The credentials an owner presents. */
export interface Evidence {
  readonly password: string;
  readonly code?: string | undefined;
}

export type OwnerProof = ReturnType<typeof createOwnerProof>;

export function createOwnerProof({ repository, passwords, throttle, guesses, twoFactor }: OwnerProofParts) {
  /** The account of a session. @throws {AppError} AUTH.SESSION_EXPIRED if it was deleted in the meantime */
  async function requireAccount(accountId: number): Promise<Account> {
    const account = await repository.findById(accountId);
    if (account === null) throw new AppError('AUTH.SESSION_EXPIRED');
    return account;
  }

  /** @throws {AppError} AUTH.PASSWORD_WRONG, RATE.LIMITED, SERVER.BUSY */
  async function byPassword(accountId: number, password: string): Promise<OpenedAccount> {
    const attempt = await throttle.takePassword(accountId);
    const { account, isRight } = await attempt.judge(async () => {
      const found = await requireAccount(accountId);
      const guess = { what: 'password', email: found.email, accountId, by: { at: 'session' } } as const;
      const matches = () => passwords.matches(found.passwordHash, password, `account ${accountId}`);
      return { account: found, isRight: await guesses.judge(guess, matches) };
    });
    const { passwordHash } = account;
    if (passwordHash === null) throw new AppError('AUTH.PASSWORD_WRONG', { message: NO_PASSWORD });
    if (!isRight) throw new AppError('AUTH.PASSWORD_WRONG');
    await attempt.release();
    return { ...account, passwordHash };
  }

  /**
   * The code is only required if the second factor is on. A correct one is used up.
   * @param judge runs once the password is correct, and throws if the request must be refused anyway, so that
   * no code is used up for it
   * @throws {AppError} AUTH.PASSWORD_WRONG, TWO_FACTOR.CODE_REQUIRED, TWO_FACTOR.CODE_WRONG, RATE.LIMITED,
   * SERVER.BUSY
   */
  async function byBoth(
    accountId: number,
    { password, code }: Evidence,
    judge: (account: Account) => void | Promise<void> = () => undefined,
  ): Promise<OpenedAccount & { readonly factor: ShownFactor }> {
    const account = await byPassword(accountId, password);
    await judge(account);
    const factor = await twoFactor.demand(account, code, { at: 'session' });
    return { ...account, factor };
  }

  return { requireAccount, byPassword, byBoth };
}
