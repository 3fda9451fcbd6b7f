/** The account screen as its tests need it: signed in, with responses for everything it loads. */
import { getTwoFactor, listSessions } from '@leadloom/shared/contract/account-settings';
import { me, type User } from '@leadloom/shared/contract/accounts';
import { listPasskeys } from '@leadloom/shared/contract/passkeys';
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
    answer(listPasskeys, () => ({ data: [], total: 0 })),
  );
}

/** Opens the screen and returns one of its lines, still folded. Call `serveAccount` or add handlers first. */
export async function findLine(name: string) {
  signInForTest();
  const app = renderApp('/account', { wrapper: StrictMode });
  const section = within(await screen.findByRole('region', { name }));
  return { ...app, section };
}

/** The same, with the line opened if it opens. */
export async function openSection(name: string) {
  const app = await findLine(name);
  const button = app.section.queryByRole('button', { name: /^(?:Change|Delete)$/ });
  if (button !== null) await app.person.click(button);
  return app;
}
