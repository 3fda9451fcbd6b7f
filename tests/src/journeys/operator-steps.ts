/** How a journey's account becomes an operator's. */
import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import type { Page } from '@playwright/test';
import { callApi } from './account-shortcuts.ts';
import { authenticatorCode } from './account-steps.ts';

/** Turns on the second factor, which the console needs. */
export async function turnOnSecondFactor(page: Page, password: string): Promise<void> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code: authenticatorCode(secret) } });
}
