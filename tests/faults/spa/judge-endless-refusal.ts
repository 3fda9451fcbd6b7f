/** The 401 loop: every token is refused after each refresh. It ends at the sign-in page, where one can sign in. */
import type { Page } from '@playwright/test';
import { EMAIL, PASSWORD } from './answers.ts';
import { type ScreenCall, tryAgain } from './screen.ts';
import { isVisible, type Stage, textOf, until } from './stage.ts';
import type { Complain } from './verdict.ts';

const REFRESH_LIMIT = 5;
/** Some screens retry by themselves, and have no button for it. */
const MOST_TRIES = 20;
const TRY_LIMIT_MS = 700;
const BETWEEN_TRIES_MS = 1000;

export async function judgeEndlessRefusal({ page, api }: Stage, call: ScreenCall, complain: Complain): Promise<void> {
  page.setDefaultTimeout(TRY_LIMIT_MS);
  for (let tries = 0; tries < MOST_TRIES && !isAtSignIn(page); tries += 1) {
    await page.clock.runFor(BETWEEN_TRIES_MS);
    await tryAgain(page, call).catch(() => undefined);
  }
  page.setDefaultTimeout(0);
  if (!(await until(page, async () => isAtSignIn(page)))) {
    complain('failedRetry', `the loop does not end at the sign-in page: ${await textOf(page)}`);
    return;
  }
  const refreshes = api.arrivals('refresh');
  if (refreshes !== REFRESH_LIMIT) complain('doubleSubmit', `${refreshes} refreshes instead of ${REFRESH_LIMIT}`);
  if (await page.evaluate(() => localStorage.getItem('accessToken') ?? localStorage.getItem('refreshToken')))
    complain('wrongText', 'a token stays behind');
  api.lift();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  if (!(await until(page, () => isVisible(page, 'Authenticated, redirecting'))))
    complain('failedRetry', `nobody can sign in afterwards: ${await textOf(page)}`);
}

function isAtSignIn(page: Page): boolean {
  return new URL(page.url()).pathname === '/app/login';
}
