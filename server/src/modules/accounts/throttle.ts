/**
 * How often sign-in and its neighbours may be tried in a short while, by this server's memory. Sign-in is counted
 * per account and address, and per address over all accounts. A browser the owner signed in from before is
 * counted apart from both. What an account takes in a day is counted in the database: see guess-limits.
 */
import { normalizeIP } from '@fastify/rate-limit';
import { AppError } from '../../http/app-error.ts';
import { type AttemptLimit, type AttemptLimiter, createAttemptLimiter } from './attempt-limiter.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 3600;

/** Failed sign-ins for one account from one address. */
export const LOGIN_ACCOUNT_LIMIT: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR };
/** Failed sign-ins from one address, whatever the account. */
export const LOGIN_ADDRESS_LIMIT: AttemptLimit = { max: 300, windowSeconds: QUARTER_HOUR };
/** Failed sign-ins from a browser that signed in to this account before. */
export const LOGIN_DEVICE_LIMIT: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR };
export const REGISTER_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
export const RESET_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
/** Codes that did not fit. */
export const NEW_PASSWORD_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
/** Wrong passwords given in an account's own session. */
export const OWNER_PASSWORD_LIMIT: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR };
/** Wrong second factors of one account, by one kind of bearer. */
export const CODE_LIMIT: AttemptLimit = { max: 5, windowSeconds: QUARTER_HOUR };
/** Wrong passwords of one account in a day, by strangers from everywhere; see guess-limits. */
export const PASSWORD_DAY_LIMIT: AttemptLimit = { max: 100, windowSeconds: DAY };
/** Wrong second factors in a day: three of a million codes are right at any time, so this finds one in some 45 years. */
export const CODE_DAY_LIMIT: AttemptLimit = { max: 20, windowSeconds: DAY };
/** Mails of one kind to one account that a stranger can cause; further ones are left out in silence. */
export const MAIL_LIMIT: AttemptLimit = { max: 5, windowSeconds: 3600 };
const WARNING_LIMIT: AttemptLimit = { max: 1, windowSeconds: DAY };

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** The name in the browser's device cookie, when it was given to this account. */
  readonly device: string | null;
}

export interface Reservation {
  /** The attempt was no guess: it counts for nothing. */
  release(): void;
  /**
   * Runs what judges the attempt. Where that ends without a verdict, as when the server is too busy to look,
   * nobody learned anything: the attempt is taken back, or a flood would use up its victims' attempts.
   */
  judge<Verdict>(work: () => Promise<Verdict>): Promise<Verdict>;
}

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(now: () => Date) {
  const limiter = (limit: AttemptLimit): AttemptLimiter => createAttemptLimiter(limit, now);
  const limiters = {
    loginAccount: limiter(LOGIN_ACCOUNT_LIMIT),
    loginAddress: limiter(LOGIN_ADDRESS_LIMIT),
    loginDevice: limiter(LOGIN_DEVICE_LIMIT),
    register: limiter(REGISTER_LIMIT),
    reset: limiter(RESET_LIMIT),
    newPassword: limiter(NEW_PASSWORD_LIMIT),
    ownerPassword: limiter(OWNER_PASSWORD_LIMIT),
    code: limiter(CODE_LIMIT),
    mail: limiter(MAIL_LIMIT),
    warning: limiter(WARNING_LIMIT),
  };

  function takeOne(limiterOfKind: AttemptLimiter, key: string): Reservation {
    const wait = limiterOfKind.take(key);
    if (wait !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds: wait });
    return createReservation(() => limiterOfKind.giveBack(key));
  }

  /** One more of another kind; when that is refused, the first is taken back. */
  function takeAlso(first: Reservation, limiterOfKind: AttemptLimiter, key: string): Reservation {
    try {
      const second = takeOne(limiterOfKind, key);
      return createReservation(() => {
        second.release();
        first.release();
      });
    } catch (error) {
      first.release();
      throw error;
    }
  }

  return {
    /**
     * Counts a sign-in before its password is hashed, so that parallel guesses count too.
     * @throws {AppError} RATE.LIMITED
     */
    takeLogin({ email, address, device }: LoginAttempt): Reservation {
      if (device !== null) return takeOne(limiters.loginDevice, device);
      const accountKey = `${normalizeIP(address)} ${email}`;
      // The address comes first: once it is refused it adds no more names, by which older counts would be forgotten.
      const ofAddress = takeOne(limiters.loginAddress, normalizeIP(address));
      const ofAccount = takeAlso(ofAddress, limiters.loginAccount, accountKey);
      return {
        ...ofAccount,
        release() {
          limiters.loginAccount.clear(accountKey);
          ofAddress.release();
        },
      };
    },

    /** @throws {AppError} RATE.LIMITED */
    take: (kind: 'register' | 'reset' | 'newPassword', address: string): Reservation =>
      takeOne(limiters[kind], normalizeIP(address)),

    /** @throws {AppError} RATE.LIMITED */
    takePassword: (accountId: number): Reservation => takeOne(limiters.ownerPassword, String(accountId)),

    /** Counts a second factor before it is judged. @throws {AppError} RATE.LIMITED */
    takeCode: (bearer: string): Reservation => takeOne(limiters.code, bearer),

    /** Counts the mails an owner sends to addresses not yet theirs. @throws {AppError} RATE.LIMITED */
    takeEmailChange: (accountId: number): Reservation => takeOne(limiters.mail, `email change ${accountId}`),

    /** Whether this account may be warned now: once a day of each. */
    takeWarning: (accountId: number, of: 'passwords' | 'codes'): boolean => limiters.warning.take(`${of} ${accountId}`) === null,

    /** Whether one more mail of this kind may go to this account now. */
    takeMail: (kind: string, accountId: number): boolean => limiters.mail.take(`${kind} ${accountId}`) === null,
  };
}

function createReservation(release: () => void): Reservation {
  return {
    release,
    judge: async (work) => {
      try {
        return await work();
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
