/** The account screen as its stories find it: signed in, with answers for everything it loads. */
import { getTwoFactor, listSessions } from '@leadloom/shared/contract/account-settings';
import { me, type User } from '@leadloom/shared/contract/accounts';
import { screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

export function serveAccount(twoFactor = { enabled: false, recovery_codes_left: 0 }, changes: Partial<User> = {}): void {
  apiServer.use(
    answer(me, () => aUser(changes)),
    answer(getTwoFactor, () => twoFactor),
    answer(listSessions, () => ({ sessions: [] })),
  );
}

/** Opens the screen and answers one of its sections; `serveAccount` or handlers of the story come first. */
export async function openSection(name: string) {
  signInForTest();
  const app = renderApp('/account', { wrapper: StrictMode });
  const section = within(await screen.findByRole('region', { name }));
  return { ...app, section };
}
