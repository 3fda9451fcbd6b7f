/**
 * How often sign-in and its neighbours may be tried. Sign-in is counted per account and address, and per
 * address over all accounts; never per account alone, so nobody can lock an owner out from elsewhere.
 * A browser the owner signed in from before is counted apart from both.
 */
import { normalizeIP } from '@fastify/rate-limit';
import { AppError } from '../../http/app-error.ts';
import { type AttemptLimit, type AttemptLimiter, createAttemptLimiter } from './attempt-limiter.ts';

const QUARTER_HOUR = 15 * 60;

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
/** Mails of one kind to one account that a stranger can cause; further ones are left out in silence. */
export const MAIL_LIMIT: AttemptLimit = { max: 5, windowSeconds: 3600 };

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** The name in the browser's device cookie, when it was given to this account. */
  readonly device: string | null;
}

export interface Reservation {
  /** The attempt was no guess: it counts for nothing. */
  release(): void;
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
    mail: limiter(MAIL_LIMIT),
  };

  function takeOne(limiterOfKind: AttemptLimiter, key: string): Reservation {
    const wait = limiterOfKind.take(key);
    if (wait !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds: wait });
    return { release: () => limiterOfKind.giveBack(key) };
  }

  return {
    /**
     * Counts a sign-in before its password is hashed, so that parallel guesses count too.
     * @throws {AppError} RATE.LIMITED
     */
    takeLogin({ email, address, device }: LoginAttempt): Reservation {
      if (device !== null) return takeOne(limiters.loginDevice, device);
      const accountKey = `${normalizeIP(address)} ${email}`;
      const ofAccount = takeOne(limiters.loginAccount, accountKey);
      try {
        const ofAddress = takeOne(limiters.loginAddress, normalizeIP(address));
        return {
          release() {
            limiters.loginAccount.clear(accountKey);
            ofAddress.release();
          },
        };
      } catch (error) {
        ofAccount.release();
        throw error;
      }
    },

    /** @throws {AppError} RATE.LIMITED */
    take: (kind: 'register' | 'reset' | 'newPassword', address: string): Reservation =>
      takeOne(limiters[kind], normalizeIP(address)),

    /** Whether one more mail of this kind may go to this account now. */
    takeMail: (kind: string, accountId: number): boolean => limiters.mail.take(`${kind} ${accountId}`) === null,
  };
}
