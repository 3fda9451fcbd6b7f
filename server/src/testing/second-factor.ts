/** An authenticator app for tests: the second factor switched on, and the codes of its secret. */
import { z } from 'zod';
import { codeOfStep, stepAt } from '../modules/accounts/two-factor/totp.ts';
import type { TestAccount } from './accounts.ts';
import type { TestServer } from './test-server.ts';

const STEP_MILLISECONDS = 30_000;
const begunSchema = z.object({ secret: z.string(), otpauth_url: z.string() });
const codesSchema = z.object({ recovery_codes: z.array(z.string()) });

export interface Authenticator {
  /** The code shown now, or so many steps from now. */
  code(steps?: number): string;
  /** Waits for a code that was not used yet. */
  nextCode(): string;
  readonly recoveryCodes: readonly string[];
}

export function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export async function startSecondFactor({ clock }: TestServer, { browser, accessToken, password }: TestAccount) {
  const begun = await browser.call('POST', '/two-factor/begin', { bearer: accessToken, body: { password } });
  const secret = fromBase32(begunSchema.parse(begun.body).secret);
  const code = (steps = 0) => codeOfStep(secret, stepAt(clock.now()) + steps);
  return { code, answer: begun };
}

/** Switches the second factor on, as its owner would. */
export async function switchOnSecondFactor(server: TestServer, account: TestAccount): Promise<Authenticator> {
  const { code } = await startSecondFactor(server, account);
  const enabled = await account.browser.call('POST', '/two-factor/enable', {
    bearer: account.accessToken,
    body: { code: code() },
  });
  return {
    code,
    nextCode: () => {
      server.clock.advance(STEP_MILLISECONDS);
      return code();
    },
    recoveryCodes: codesSchema.parse(enabled.body).recovery_codes,
  };
}
