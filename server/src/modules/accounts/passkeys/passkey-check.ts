/**
 * Judges what a browser shows of a passkey: the answer to a challenge of ours, signed by a key of an account, made at exactly
 * our origin, with the person verified by the authenticator. Whatever is wrong, the refusal is the same. The library that
 * reads certificates and signatures is large, so it is loaded with the first answer.
 */

import type { NewCredential, ShownCredential } from '@leadloom/shared/contract/passkeys';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../http/app-error.ts';
import { relyingPartyOf } from '../../../http/relying-party.ts';
import type { Platform } from '../../../platform.ts';
import type { Account, AccountsRepository } from '../accounts.repository.ts';
import type { ChallengeUse, PasskeyChallenges } from './passkey-challenges.ts';
import { findPasskey, noteUse, type Passkey } from './passkeys.repository.ts';

/** EdDSA, ECDSA with P-256, RSA: in the order of preference. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

interface PasskeyCheckParts {
  readonly repository: AccountsRepository;
  readonly challenges: PasskeyChallenges;
}

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>;

export function createPasskeyCheck({ config, database, now }: Platform, { repository, challenges }: PasskeyCheckParts) {
  /** @throws {AppError} PASSKEY.UNAVAILABLE */
  function requireRelyingParty() {
    const relyingParty = relyingPartyOf(config.publicUrl);
    if (relyingParty.state !== 'available') throw new AppError('PASSKEY.UNAVAILABLE');
    return relyingParty;
  }

  /** Uses up the challenge that the answer names. @throws {AppError} PASSKEY.REFUSED */
  async function spendChallenge(clientDataJSON: string, use: ChallengeUse, browserSecret: string | null): Promise<string> {
    const challenge = await challengeIn(clientDataJSON);
    const isSpent = challenge !== null && (await challenges.spend(use, challenge, browserSecret));
    if (!isSpent) throw new AppError('PASSKEY.REFUSED');
    return challenge;
  }

  return {
    requireRelyingParty,

    /**
     * @param browserSecret of the cookie that came with the challenge
     * @returns the passkey and its account, which may be blocked
     * @throws {AppError} PASSKEY.REFUSED, PASSKEY.UNAVAILABLE
     */
    async shown(
      credential: ShownCredential,
      use: ChallengeUse,
      browserSecret: string | null,
    ): Promise<{ readonly account: Account; readonly passkey: Passkey }> {
      const relyingParty = requireRelyingParty();
      const expectedChallenge = await spendChallenge(credential.response.clientDataJSON, use, browserSecret);
      const passkey = await findPasskey(database, Buffer.from(credential.id, 'base64url'));
      const account = passkey === null ? null : await repository.findById(passkey.accountId);
      if (passkey === null || account === null || !isFor(account, credential, use)) throw new AppError('PASSKEY.REFUSED');
      const counter = await verify(credential, passkey, { expectedChallenge, ...relyingParty });
      if (counter === null || !(await noteUse(database, passkey.id, counter, now()))) throw new AppError('PASSKEY.REFUSED');
      return { account, passkey };
    },

    /**
     * @returns what is to be stored of a new passkey
     * @throws {AppError} PASSKEY.REFUSED, PASSKEY.UNAVAILABLE
     */
    async created(credential: NewCredential, use: ChallengeUse, browserSecret: string | null) {
      const { id, origin } = requireRelyingParty();
      const expectedChallenge = await spendChallenge(credential.response.clientDataJSON, use, browserSecret);
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...ALGORITHMS],
      }).catch((cause: unknown) => {
        throw new AppError('PASSKEY.REFUSED', { cause });
      });
      if (registrationInfo === undefined) throw new AppError('PASSKEY.REFUSED');
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      return {
        credentialId: Buffer.from(credentialId, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        transports: [...new Set(credential.response.transports ?? [])],
      };
    },
  };
}

/** At sign-in the authenticator must say whose the passkey is; otherwise the session does. */
function isFor({ id, passkeyUserId }: Account, { response }: ShownCredential, { accountId }: ChallengeUse): boolean {
  if (accountId !== null && accountId !== id) return false;
  const { userHandle } = response;
  if (userHandle === undefined) return accountId !== null;
  return passkeyUserId?.equals(Buffer.from(userHandle, 'base64url')) === true;
}

interface Expected {
  readonly expectedChallenge: string;
  readonly id: string;
  readonly origin: string;
}

/** @returns the authenticator's counter; null if anything is wrong */
async function verify(
  credential: AuthenticationResponseJSON,
  { credentialId, publicKey, counter }: Passkey,
  { expectedChallenge, id, origin }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * The challenge in the client data; null: it is not what a browser makes for a page of ours. We are never in a frame of
 * another site.
 */
async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}
