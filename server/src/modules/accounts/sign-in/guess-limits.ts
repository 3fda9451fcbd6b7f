/**
 * Limits the wrong passwords and codes of an account per day, across all servers, addresses and restarts. Guesses by
 * strangers never lock out a known browser or a session, because these are also counted separately. An address without an
 * account is counted in the same way, but separately.
 */
import { AppError } from '../../../http/app-error.ts';
import type { AttemptLimit, Attempts } from '../../../limits/attempts.ts';
import type { Platform } from '../../../platform.ts';
import type { Devices } from './devices.service.ts';
import { type AttemptKind, countAttempt, deleteOldAttempts, giveAttemptBack } from './failed-attempts.repository.ts';
import { CODE_DAY_LIMIT, PASSWORD_DAY_LIMIT } from './throttle.ts';

const limits = { password: PASSWORD_DAY_LIMIT, code: CODE_DAY_LIMIT } as const;

interface Guess {
  readonly what: keyof typeof limits;
  /** The account's address, or the typed one if there is no account; null: no address at all. */
  readonly email: string | null;
  /** null: no account has this address. */
  readonly accountId: number | null;
  readonly by: Guesser;
  /** Called when the day's guesses are used up. */
  readonly onRefused?: () => void;
}

export type Guesser =
  | { readonly at: 'stranger' }
  /** A known device: it may guess once beyond the limit, and the first wrong guess ends its status. */
  | { readonly at: 'device'; readonly device: string }
  | { readonly at: 'session' };

export type GuessLimits = ReturnType<typeof createGuessLimits>;

/** A limit that is never reached. */
const NO_LIMIT: AttemptLimit = { max: 2_147_483_647, windowSeconds: PASSWORD_DAY_LIMIT.windowSeconds };
const nobodysKey = (email: string): string => `password of nobody ${email}`;

export function createGuessLimits({ database }: Platform, devices: Devices, attempts: Attempts) {
  /**
   * Counts for an address without an account. For an account it counts without effect, because the answer must take the
   * same time.
   */
  function countNobody(email: string | null, accountId: number | null): Promise<number | null> {
    const limit = accountId === null ? PASSWORD_DAY_LIMIT : NO_LIMIT;
    return attempts.take([{ key: nobodysKey(email ?? ''), limit: email === null ? NO_LIMIT : limit }]);
  }

  /** Counts before the check, so that parallel guesses count too. */
  async function count({ what, email, accountId, by, onRefused }: Guess, kind: AttemptKind): Promise<number> {
    const max = by.at === 'device' ? null : limits[what].max;
    const counted = await countAttempt(database, accountId, kind, max);
    const wait = await countNobody(email, accountId);
    if (accountId === null) {
      if (wait !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds: wait });
      return 0;
    }
    if (counted.count !== null) return counted.count;
    if (!counted.exists) throw new AppError('AUTH.SESSION_EXPIRED');
    onRefused?.();
    throw new AppError('RATE.LIMITED', { retryAfterSeconds: counted.seconds ?? limits[what].windowSeconds });
  }

  async function giveBack({ email, accountId }: Guess, kind: AttemptKind): Promise<void> {
    await giveAttemptBack(database, accountId, kind);
    await attempts.giveBack([nobodysKey(email ?? '')]);
  }

  async function noteWrong({ what, accountId, by }: Guess, counted: number): Promise<void> {
    if (accountId === null || by.at === 'stranger') return;
    await countAttempt(database, accountId, what, null);
    if (by.at === 'device' && counted > limits[what].max) await devices.drop(accountId, by.device);
  }

  return {
    /**
     * Runs the check of a guess. Neither a correct guess nor a check that fails without a result is counted.
     * @throws {AppError} RATE.LIMITED; AUTH.SESSION_EXPIRED if the account was deleted; and what `work` throws
     */
    async judge(guess: Guess, work: () => Promise<boolean>): Promise<boolean> {
      const kind: AttemptKind = guess.by.at === 'stranger' ? guess.what : `known ${guess.what}`;
      const counted = await count(guess, kind);
      let isRight = true;
      try {
        isRight = await work();
      } finally {
        if (isRight) await giveBack(guess, kind);
      }
      if (!isRight) await noteWrong(guess, counted);
      return isRight;
    },

    /** Deletes counts of earlier days. */
    deleteOld: (): Promise<void> => deleteOldAttempts(database),
  };
}
