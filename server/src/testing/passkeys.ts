/** Passkeys of test accounts, added and shown through the routes a person's browser would use. */
import { z } from 'zod';
import type { TestAccount } from './accounts.ts';
import type { Answer, Browser } from './browser.ts';
import { createSoftwareAuthenticator, type Lies, type SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestServer } from './test-server.ts';

const added = z.object({ id: z.uuid() });

export interface AddedPasskey {
  readonly id: string;
  readonly authenticator: SoftwareAuthenticator;
}

/** @throws if it is refused */
export async function addPasskey(server: TestServer, account: TestAccount, name = 'Laptop'): Promise<AddedPasskey> {
  const authenticator = createSoftwareAuthenticator(server.platform.config.publicUrl);
  const { status, body } = await offerPasskey(account, authenticator, { name });
  if (status !== 201) throw new Error(`adding a passkey answered ${status}`);
  return { id: added.parse(body).id, authenticator };
}

interface Offer {
  readonly name?: string;
  readonly lies?: Lies;
  /** The session that adds it; the account's where absent. */
  readonly bearer?: string;
}

export async function offerPasskey(
  { browser, accessToken }: Pick<TestAccount, 'browser' | 'accessToken'>,
  authenticator: SoftwareAuthenticator,
  { name = 'Laptop', lies = {}, bearer = accessToken }: Offer = {},
): Promise<Answer> {
  const begun = await browser.call('POST', '/passkeys/options', { bearer });
  if (begun.status !== 200) return begun;
  return browser.call('POST', '/passkeys', { bearer, body: { name, credential: authenticator.create(begun.body, lies) } });
}

/** Signs in in this browser; a status other than 200 is the refusal. */
export async function signInByPasskey(browser: Browser, authenticator: SoftwareAuthenticator, lies: Lies = {}): Promise<Answer> {
  const begun = await browser.call('POST', '/login/passkey/options');
  if (begun.status !== 200) return begun;
  return browser.call('POST', '/login/passkey', { body: { credential: authenticator.get(begun.body, lies) } });
}
