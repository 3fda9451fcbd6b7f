/** How a journey gets an operator. */
import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import type { Page } from '@playwright/test';
import type { Journey } from '../testing/journey.fixture.ts';
import { callApi, enter, mailedCodes, registerByApi } from './account-shortcuts.ts';
import { authenticatorCode, type Credentials } from './account-steps.ts';

/** Signed in. */
export async function addVerified({ page, leadloom }: Journey, account: Credentials): Promise<void> {
  await registerByApi(page, account);
  const [code] = await mailedCodes(leadloom, account.email, 'verify');
  await callApi(page, { method: 'GET', path: `/verify/${code}` });
  await enter(page, account);
}

/** Which the console needs. */
export async function turnOnSecondFactor(page: Page, password: string): Promise<void> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code: authenticatorCode(secret) } });
}
