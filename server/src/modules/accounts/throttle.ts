/**
 * Short-term limits for sign-in and related requests, in the memory of this server. Sign-in is counted per
 * account and address, and per address over all accounts. A browser that has signed in before is counted
 * separately from both. The daily limit of an account is counted in the database: see guess-limits.
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
/** Failed sign-ins from a browser that has signed in to this account before. */
export const LOGIN_DEVICE_LIMIT: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR };
export const REGISTER_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
export const RESET_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
/** Invalid codes. */
export const NEW_PASSWORD_LIMIT: AttemptLimit = { max: 100, windowSeconds: QUARTER_HOUR };
/** Wrong passwords entered in a session of the account. */
export const OWNER_PASSWORD_LIMIT: AttemptLimit = { max: 10, windowSeconds: QUARTER_HOUR };
/** Wrong second factors of one account, per kind of bearer. */
export const CODE_LIMIT: AttemptLimit = { max: 5, windowSeconds: QUARTER_HOUR };
/** Wrong passwords of one account per day, by all strangers; see guess-limits. */
export const PASSWORD_DAY_LIMIT: AttemptLimit = { max: 100, windowSeconds: DAY };
/**
 * Wrong second factors per day. At any time three of a million codes are valid, so guessing one takes about 45
 * years.
 */
export const CODE_DAY_LIMIT: AttemptLimit = { max: 20, windowSeconds: DAY };
/** Mails of one kind to one account that a stranger can cause; further ones are silently left out. */
export const MAIL_LIMIT: AttemptLimit = { max: 5, windowSeconds: 3600 };
const WARNING_LIMIT: AttemptLimit = { max: 1, windowSeconds: DAY };

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** The id in the browser's device cookie, if it was issued for this account. */
  readonly device: string | null;
}

export interface Reservation {
  /** The attempt was not a guess: it is not counted. */
  release(): void;
  /**
   * Runs the check of the attempt. If the check fails without a result, for example because the server is busy,
   * nobody has learned anything, so the attempt is uncounted. Otherwise a flood would use up its victims'
   * attempts.
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

  /** Adds a reservation of another kind; if that is refused, the first is released. */
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
      // The address first: once it is refused, it adds no more names, which would push out older counts.
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

    /** Counts a second factor before it is checked. @throws {AppError} RATE.LIMITED */
    takeCode: (bearer: string): Reservation => takeOne(limiters.code, bearer),

    /** Counts mails that an owner sends to addresses that are not theirs yet. @throws {AppError} RATE.LIMITED */
    takeEmailChange: (accountId: number): Reservation => takeOne(limiters.mail, `email change ${accountId}`),

    /** Whether this account may be warned now: once a day per kind. */
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
