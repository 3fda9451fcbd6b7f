/** A read that fails is not asked for again by what is shown because it failed. */
import { getTwoFactor, listSessions } from '@leadloom/shared/contract/account-settings';
import { me } from '@leadloom/shared/contract/accounts';
import { getBilling, listInvoices } from '@leadloom/shared/contract/billing';
import { getDashboard } from '@leadloom/shared/contract/dashboard';
import { listPasskeys } from '@leadloom/shared/contract/passkeys';
import { screen, waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { expect, it } from 'vitest';
import { answer } from '../testing/api.ts';
import { faults } from '../testing/faults.ts';
import { renderApp, signInForTest } from '../testing/render-app.tsx';
import { apiServer } from '../testing/server.ts';
import { aUser } from '../testing/user.ts';

const LONG_ENOUGH_FOR_A_LOOP_MS = 1500;

it.each([
  ['/account', getTwoFactor],
  ['/dashboard', getDashboard],
  ['/payment', getBilling],
  ['/invoices', getBilling],
])('%s shows what it can when a read of it is refused, and asks at most twice', async (path, row) => {
  let asked = 0;
  apiServer.use(
    answer(me, () => aUser()),
    answer(listSessions, () => ({ sessions: [] })),
    answer(listPasskeys, () => ({ data: [], total: 0 })),
    answer(listInvoices, () => []),
    http.get(`/api/v1${row.path}`, async () => {
      asked += 1;
      await delay(80);
      return faults[3].respond();
    }),
  );
  signInForTest();
  renderApp(path);
  await screen.findByRole('heading', { level: 1 });
  await expect(waitFor(() => expect(asked).toBeGreaterThan(2), { timeout: LONG_ENOUGH_FOR_A_LOOP_MS })).rejects.toThrow();
  expect(asked).toBeGreaterThan(0);
});
