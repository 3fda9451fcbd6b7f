/** The parts shared by all account routes: one throttle and one queue for password hashes. */
import { createAttempts } from '../../limits/attempts.ts';
import type { Platform } from '../../platform.ts';
import { createAccountMails } from './account-mails.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { createDeferredMails } from './mailed-codes/deferred-mails.ts';
import { createMailDomainCheck } from './registration/mail-domain.ts';
import type { Sessions } from './sessions/sessions.service.ts';
import { createDevices } from './sign-in/devices.service.ts';
import { createGuessLimits } from './sign-in/guess-limits.ts';
import { createOwnerProof } from './sign-in/owner-proof.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { createThrottle } from './sign-in/throttle.ts';
import { createTwoFactor } from './two-factor/two-factor.service.ts';

export type AccountParts = ReturnType<typeof createAccountParts>;

export function createAccountParts(platform: Platform, sessions: Sessions) {
  const { config, database, now } = platform;
  const attempts = createAttempts(platform);
  const repository = createAccountsRepository(database);
  const mails = createAccountMails(config.publicUrl, config.supportEmail);
  const passwords = createPasswords(platform.hashParameters);
  const throttle = createThrottle(attempts);
  const devices = createDevices(platform);
  const guesses = createGuessLimits(platform, devices, attempts);
  const twoFactor = createTwoFactor(platform, { throttle, guesses, mails });
  return {
    repository,
    attempts,
    mails,
    passwords,
    throttle,
    devices,
    guesses,
    twoFactor,
    deferredMails: createDeferredMails(platform),
    proof: createOwnerProof({ repository, passwords, throttle, guesses, twoFactor }),
    sessions,
    // Mail in the outbox is not sent to any domain, so domains are not checked.
    takesMail: config.smtpUrl === null ? async () => true : createMailDomainCheck({ now, attempts }),
  };
}
