/**
 * The passkeys of an account. A passkey is on a device of the person and is opened there by a finger, a face or a PIN, so one
 * counts as both factors. The owner gets a mail about each that is added or removed.
 */

import { type NewCredential, PASSKEY_LIMIT, type ShownCredential } from '@leadloom/shared/contract/passkeys';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/route.ts';
import { noticeFor } from '../../../mail/mail-queue.ts';
import type { Platform } from '../../../platform.ts';
import type { AccountMails } from '../account-mails.ts';
import type { AccountsRepository } from '../accounts.repository.ts';
import type { Browser, Sessions } from '../sessions/sessions.service.ts';
import type { Devices } from '../sign-in/devices.service.ts';
import { refuseBlocked } from '../sign-in/refuse-blocked.ts';
import type { SignInTrace } from '../sign-in/sign-in-log.ts';
import { CHALLENGE_SECONDS, type ChallengeUse, createPasskeyChallenges } from './passkey-challenges.ts';
import { ALGORITHMS, createPasskeyCheck } from './passkey-check.ts';
import * as repository from './passkeys.repository.ts';

const PRODUCT = 'Leadloom';
const SIGN_IN: ChallengeUse = { purpose: 'sign-in', accountId: null };

interface PasskeyParts {
  readonly repository: AccountsRepository;
  readonly mails: AccountMails;
  readonly devices: Devices;
  readonly sessions: Sessions;
}

/** A browser that shows or creates a passkey. */
export interface PasskeyBrowser extends Browser {
  /** The cookie it got with the challenge. */
  readonly browserSecret: string | null;
  /** The device cookies it got at earlier sign-ins. */
  readonly deviceCookies: readonly string[];
}

type Owner = Pick<Caller, 'accountId' | 'sessionId' | 'email'>;

export function createPasskeys(platform: Platform, parts: PasskeyParts) {
  const { config, database, mailQueue, now } = platform;
  const { mails, devices, sessions } = parts;
  const challenges = createPasskeyChallenges(platform);
  const check = createPasskeyCheck(platform, { repository: parts.repository, challenges });

  async function request(use: ChallengeUse, browserSecret: string | null, known: readonly repository.Passkey[]) {
    const { id } = check.requireRelyingParty();
    const issued = await challenges.issue(use, browserSecret);
    const options = {
      challenge: issued.challenge,
      timeout: CHALLENGE_SECONDS * 1000,
      rpId: id,
      allowCredentials: known.map(describeCredential),
      userVerification: 'required' as const,
    };
    return { options, browserSecret: issued.browserSecret };
  }

  return {
    /** Newest first. */
    async list(accountId: number) {
      return (await repository.listPasskeys(database, accountId)).map(describePasskey);
    },

    /** @throws {AppError} PASSKEY.LIMIT_REACHED, PASSKEY.UNAVAILABLE, AUTH.SESSION_EXPIRED */
    async begin({ accountId, email }: Owner, browserSecret: string | null) {
      const { id } = check.requireRelyingParty();
      const known = await repository.listPasskeys(database, accountId);
      if (known.length >= PASSKEY_LIMIT) throw new AppError('PASSKEY.LIMIT_REACHED');
      const userId = await repository.ensureUserId(database, accountId);
      if (userId === null) throw new AppError('AUTH.SESSION_EXPIRED');
      const issued = await challenges.issue({ purpose: 'new passkey', accountId }, browserSecret);
      const options = {
        rp: { id, name: PRODUCT },
        user: { id: userId.toString('base64url'), name: email, displayName: email },
        challenge: issued.challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: CHALLENGE_SECONDS * 1000,
        excludeCredentials: known.map(describeCredential),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      };
      return { options, browserSecret: issued.browserSecret };
    },

    /** @throws {AppError} PASSKEY.REFUSED, PASSKEY.KNOWN, PASSKEY.LIMIT_REACHED, PASSKEY.UNAVAILABLE */
    async add({ accountId, email }: Owner, name: string, credential: NewCredential, browserSecret: string | null) {
      const created = await check.created(credential, { purpose: 'new passkey', accountId }, browserSecret);
      const passkey = { ...created, accountId, name, createdAt: now() };
      const addition = await repository.addPasskey(database, passkey, PASSKEY_LIMIT, (transaction) =>
        mailQueue.enqueue(transaction, mails.passkeyAdded(email, name), noticeFor(accountId)),
      );
      if (addition.state === 'full') throw new AppError('PASSKEY.LIMIT_REACHED');
      if (addition.state === 'known') throw new AppError('PASSKEY.KNOWN');
      mailQueue.kick();
      return describePasskey(addition.passkey);
    },

    /** @throws {AppError} PASSKEY.NOT_FOUND */
    async rename(accountId: number, passkeyId: string, name: string) {
      const renamed = await repository.renamePasskey(database, accountId, passkeyId, name);
      if (renamed === null) throw new AppError('PASSKEY.NOT_FOUND');
      return describePasskey(renamed);
    },

    /** Ends the other sessions that it opened. @throws {AppError} PASSKEY.NOT_FOUND */
    async remove({ accountId, sessionId, email }: Owner, passkeyId: string): Promise<void> {
      const removal = { accountId, passkeyId, sessionId, now: now() };
      const isRemoved = await repository.removePasskey(database, removal, (transaction, { name }) =>
        mailQueue.enqueue(transaction, mails.passkeyRemoved(email, name), noticeFor(accountId)),
      );
      if (!isRemoved) throw new AppError('PASSKEY.NOT_FOUND');
      mailQueue.kick();
    },

    /** @throws {AppError} PASSKEY.UNAVAILABLE */
    beginSignIn: (browserSecret: string | null) => request(SIGN_IN, browserSecret, []),

    /**
     * The response contains the device cookie for the browser.
     * @throws {AppError} PASSKEY.REFUSED, PASSKEY.UNAVAILABLE, AUTH.UNAUTHORIZED for a blocked account
     */
    async signIn(credential: ShownCredential, { browserSecret, deviceCookies, ...browser }: PasskeyBrowser, trace: SignInTrace) {
      const { account, passkey } = await check.shown(credential, SIGN_IN, browserSecret);
      trace.accountId = account.id;
      refuseBlocked(account, config.supportEmail);
      const tokens = await sessions.start(account.id, { passkeyId: passkey.id }, browser);
      if (tokens === null) throw new AppError('PASSKEY.REFUSED');
      const device = await devices.find(deviceCookies, account.email);
      return { tokens, deviceCookie: await devices.keep(account, device) };
    },

    /** @throws {AppError} PASSKEY.UNAVAILABLE */
    async beginProof(accountId: number, browserSecret: string | null) {
      const known = await repository.listPasskeys(database, accountId);
      return request({ purpose: 'proof', accountId }, browserSecret, known);
    },

    /** Counts for the session like password and second factor together. @throws {AppError} PASSKEY.REFUSED */
    async prove({ accountId, sessionId }: Owner, credential: ShownCredential, browserSecret: string | null): Promise<void> {
      const { passkey } = await check.shown(credential, { purpose: 'proof', accountId }, browserSecret);
      const isProved = await repository.proveByPasskey(database, { sessionId, passkeyId: passkey.id, now: now() });
      if (!isProved) throw new AppError('PASSKEY.REFUSED');
    },

    deleteExpiredChallenges: challenges.deleteExpired,
  };
}

function describePasskey({ id, name, createdAt, lastUsedAt }: repository.Passkey) {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

function describeCredential({ credentialId, transports }: repository.Passkey) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports: [...transports] };
}
