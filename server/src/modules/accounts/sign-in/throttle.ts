/**
 * Short-term limits for sign-in and related requests, shared by all servers. Sign-in is counted per
 * account and address, and per address over all accounts. A browser that has signed in before is counted
 * separately from both. The daily limit of an account is counted in the database: see guess-limits.
 */
import type { Connection } from '../../../database/database.ts';
import { addressKey } from '../../../http/address-key.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Attempt, AttemptLimit, Attempts } from '../../../limits/attempts.ts';

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
  release(): Promise<void>;
  /**
   * Runs the check of the attempt. If the check fails without a result, for example because the server is busy,
   * nobody has learned anything, so the attempt is uncounted. Otherwise a flood would use up its victims'
   * attempts.
   */
  judge<Verdict>(work: () => Promise<Verdict>): Promise<Verdict>;
}

const addressLimits = { register: REGISTER_LIMIT, reset: RESET_LIMIT, newPassword: NEW_PASSWORD_LIMIT } as const;

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(attempts: Attempts) {
  async function take(...wanted: readonly Attempt[]): Promise<Reservation> {
    const wait = await attempts.take(wanted);
    if (wait !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds: wait });
    const release = () => attempts.giveBack(wanted.map(({ key }) => key));
    return { release, judge: (work) => judge(work, release) };
  }

  return {
    /**
     * Counts a sign-in before its password is hashed, so that parallel guesses count too.
     * @throws {AppError} RATE.LIMITED
     */
    async takeLogin({ email, address, device }: LoginAttempt): Promise<Reservation> {
      if (device !== null) return take({ key: `sign-in of a device ${device}`, limit: LOGIN_DEVICE_LIMIT });
      const ofAddress = { key: `sign-in ${addressKey(address)}`, limit: LOGIN_ADDRESS_LIMIT };
      const ofAccount = { key: `sign-in ${addressKey(address)} ${email}`, limit: LOGIN_ACCOUNT_LIMIT };
      const reservation = await take(ofAddress, ofAccount);
      return {
        ...reservation,
        release: async () => {
          await attempts.clear([ofAccount.key]);
          await attempts.giveBack([ofAddress.key]);
        },
      };
    },

    /** @throws {AppError} RATE.LIMITED */
    take: (kind: keyof typeof addressLimits, address: string): Promise<Reservation> =>
      take({ key: `${kind} ${addressKey(address)}`, limit: addressLimits[kind] }),

    /** @throws {AppError} RATE.LIMITED */
    takePassword: (accountId: number): Promise<Reservation> =>
      take({ key: `password of the owner ${accountId}`, limit: OWNER_PASSWORD_LIMIT }),

    /** Counts a second factor before it is checked. @throws {AppError} RATE.LIMITED */
    takeCode: (bearer: string): Promise<Reservation> => take({ key: `code ${bearer}`, limit: CODE_LIMIT }),

    /** Counts mails that an owner sends to addresses that are not theirs yet. @throws {AppError} RATE.LIMITED */
    takeEmailChange: (accountId: number): Promise<Reservation> =>
      take({ key: `mail email change ${accountId}`, limit: MAIL_LIMIT }),

    /** Whether this account may be warned now: once a day per kind. */
    takeWarning: async (accountId: number, of: 'passwords' | 'codes'): Promise<boolean> =>
      (await attempts.take([{ key: `warning of ${of} ${accountId}`, limit: WARNING_LIMIT }])) === null,

    /** Whether one more mail of this kind may go to this account now. The count is undone with the transaction. */
    takeMail: async (transaction: Connection, kind: string, accountId: number): Promise<boolean> =>
      (await attempts.take([{ key: `mail ${kind} ${accountId}`, limit: MAIL_LIMIT }], transaction)) === null,
  };
}

async function judge<Verdict>(work: () => Promise<Verdict>, release: () => Promise<void>): Promise<Verdict> {
  try {
    return await work();
  } catch (error) {
    // The reason counts more than a count that could not be changed.
    await release().catch(() => undefined);
    throw error;
  }
}
