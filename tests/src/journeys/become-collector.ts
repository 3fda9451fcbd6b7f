/** The first steps of journeys about collecting. */
import type { Page } from '@playwright/test';
import { callApi } from './account-shortcuts.ts';
import { type Credentials, register, signIn, verifyByMail } from './account-steps.ts';

/** A new account, signed in, past the onboarding, and told what collecting may cost its LinkedIn account. */
export async function becomeCollector(page: Page, credentials: Credentials): Promise<void> {
  await register(page, credentials);
  await verifyByMail(page);
  await signIn(page, credentials);
  await callApi(page, { method: 'POST', path: '/linkedin/onboarding', body: { completed: true } });
  await callApi(page, { method: 'POST', path: '/linkedin/risk', body: { accepted: true } });
}
