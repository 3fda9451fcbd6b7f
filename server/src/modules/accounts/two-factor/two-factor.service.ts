/**
 * The second factor: a code of the authenticator, or a recovery code instead. Each code works once, and six digits cannot
 * be guessed: wrong codes are limited per quarter of an hour and per day. The owner is notified when somebody with the
 * password reaches these limits, and of every change.
 */

import { randomBytes } from 'node:crypto';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { Account } from '../accounts.repository.ts';
import { deriveTokenKeys } from '../sessions/token-keys.ts';
import type { Guesser, GuessLimits } from '../sign-in/guess-limits.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import { toBase32 } from './base32.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
import { otpauthUrl, stepsOfCode } from './totp.ts';
import * as repository from './two-factor.repository.ts';

const SECRET_BYTES = 20;

/** Who shows a code. Each is counted separately, so that guessing in one place locks nobody out in another. */
export type CodeBearer =
  | { readonly at: 'sign-in' }
  /** A sign-in from a browser that has signed in to this account before. */
  | { readonly at: 'known device'; readonly device: string }
  | { readonly at: 'session' };

/** What was shown in addition to the password. */
export type ShownFactor = 'none' | 'code' | 'recovery code';

/** Where the second factor is turned on or off. */
interface ChangePlace {
  readonly storedDevices: readonly Buffer[];
  readonly sessionId: string;
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;

interface TwoFactorParts {
  readonly throttle: Throttle;
  readonly guesses: GuessLimits;
  readonly mails: AccountMails;
}

export function createTwoFactor({ database, mailQueue, now, secrets }: Platform, { throttle, guesses, mails }: TwoFactorParts) {
  const keys = deriveTokenKeys(secrets).secondFactor;

  async function accepts(account: Account, text: string): Promise<boolean> {
    const code = text.replace(/\s/g, '');
    if (!isOfAuthenticator(code)) return repository.spendRecoveryCode(database, account.id, hashRecoveryCode(text), now());
    const { totpSecret } = account;
    const secret = totpSecret === null ? null : openSecret(keys, account.id, totpSecret);
    if (totpSecret === null || secret === null) return false;
    for (const step of stepsOfCode(secret, code, now()))
      if (await repository.spendStep(database, account.id, totpSecret, step)) return true;
    return false;
  }

  /** Counts before the code is checked, so that parallel guesses count too. */
  async function judge(account: Account, code: string, bearer: CodeBearer): Promise<boolean> {
    const { id, email } = account;
    const attempt = await throttle.takeCode(bearer.at === 'known device' ? bearer.device : `${bearer.at} ${id}`);
    const guess = { what: 'code', email, accountId: id, by: guesserOf(bearer) } as const;
    const isRight = await attempt.judge(() => guesses.judge(guess, () => accepts(account, code)));
    if (isRight) await attempt.release();
    return isRight;
  }

  /** Mails the owner in the transaction of the change. */
  const telling = (accountId: number, mail: Mail) => (transaction: Connection) =>
    mailQueue.enqueue(transaction, mail, noticeFor(accountId));

  /**
   * Accepts an account whose second factor is off, and one with a correct code, which is then used up. If
   * somebody guesses codes, the owner gets a mail.
   * @returns what was shown
   * @throws {AppError} TWO_FACTOR.CODE_REQUIRED, TWO_FACTOR.CODE_WRONG, RATE.LIMITED
   */
  async function demand(account: Account, code: string | undefined, bearer: CodeBearer): Promise<ShownFactor> {
    if (account.totpEnabledAt === null) return 'none';
    if (code === undefined) throw new AppError('TWO_FACTOR.CODE_REQUIRED');
    try {
      if (await judge(account, code, bearer)) return isOfAuthenticator(code) ? 'code' : 'recovery code';
    } catch (error) {
      const isLimited = error instanceof AppError && error.code === 'RATE.LIMITED';
      if (isLimited && (await throttle.takeWarning(account.id, 'codes'))) {
        await mailQueue.enqueue(database, mails.codesGuessed(account.email), noticeFor(account.id));
        mailQueue.kick();
      }
      throw error;
    }
    throw new AppError('TWO_FACTOR.CODE_WRONG');
  }

  return {
    demand,

    async status(account: Account): Promise<{ readonly isOn: boolean; readonly recoveryCodesLeft: number }> {
      const isOn = account.totpEnabledAt !== null;
      return { isOn, recoveryCodesLeft: isOn ? await repository.countUnusedRecoveryCodes(database, account.id) : 0 };
    },

    /** Proposes a new secret, which replaces an earlier proposal. @throws {AppError} TWO_FACTOR.ALREADY_ON */
    async begin(account: Account): Promise<{ readonly secret: string; readonly url: string }> {
      const secret = randomBytes(SECRET_BYTES);
      const isProposed = await repository.propose(database, account.id, sealSecret(keys, account.id, secret));
      if (!isProposed) throw new AppError('TWO_FACTOR.ALREADY_ON');
      return { secret: toBase32(secret), url: otpauthUrl(secret, account.email) };
    },

    /**
     * Confirms the proposed secret with one of its codes. @returns the recovery codes
     * @throws {AppError} TWO_FACTOR.ALREADY_ON, TWO_FACTOR.NOT_BEGUN, TWO_FACTOR.CODE_WRONG, RATE.LIMITED
     */
    async enable(account: Account, text: string, { storedDevices, sessionId }: ChangePlace): Promise<string[]> {
      if (account.totpEnabledAt !== null) throw new AppError('TWO_FACTOR.ALREADY_ON');
      const { totpSecret } = account;
      if (totpSecret === null) throw new AppError('TWO_FACTOR.NOT_BEGUN');
      const attempt = await throttle.takeCode(`session ${account.id}`);
      const secret = openSecret(keys, account.id, totpSecret);
      const step = secret === null ? undefined : stepsOfCode(secret, text.replace(/\s/g, ''), now()).at(-1);
      if (step === undefined) throw new AppError('TWO_FACTOR.CODE_WRONG');
      await attempt.release();
      const codes = createRecoveryCodes();
      const codeHashes = codes.map(hashRecoveryCode);
      const confirmation = { sealedSecret: totpSecret, step, codeHashes, storedDevices, sessionId, now: now() };
      const isEnabled = await repository.enable(
        database,
        account.id,
        confirmation,
        telling(account.id, mails.twoFactorOn(account.email)),
      );
      if (!isEnabled) throw new AppError('TWO_FACTOR.ALREADY_ON');
      mailQueue.kick();
      return codes;
    },

    /** @param account one whose owner is proved @throws {AppError} TWO_FACTOR.NOT_ON */
    async renewRecoveryCodes(account: Account, storedDevices: readonly Buffer[]): Promise<string[]> {
      const codes = createRecoveryCodes();
      const notifyOwner = telling(account.id, mails.recoveryCodesRenewed(account.email));
      const codeHashes = codes.map(hashRecoveryCode);
      if (!(await repository.replaceRecoveryCodes(database, account.id, codeHashes, storedDevices, notifyOwner)))
        throw new AppError('TWO_FACTOR.NOT_ON');
      mailQueue.kick();
      return codes;
    },

    /** @param account one whose owner is proved @throws {AppError} TWO_FACTOR.NOT_ON */
    async disable(account: Account, place: ChangePlace): Promise<void> {
      const notifyOwner = telling(account.id, mails.twoFactorOff(account.email));
      if (!(await repository.disable(database, account.id, place, notifyOwner))) throw new AppError('TWO_FACTOR.NOT_ON');
      mailQueue.kick();
    },
  };
}

/** Whether a code is an authenticator's; recovery codes are longer. */
function isOfAuthenticator(code: string): boolean {
  return /^\d{6}$/.test(code.replace(/\s/g, ''));
}

function guesserOf(bearer: CodeBearer): Guesser {
  if (bearer.at === 'sign-in') return { at: 'stranger' };
  return bearer.at === 'session' ? bearer : { at: 'device', device: bearer.device };
}
