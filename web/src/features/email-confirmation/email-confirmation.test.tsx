import { confirmEmail } from '@leadloom/shared/contract/account-settings';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { describeMailedCode } from '../../testing/mailed-code.fixture.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

describe('confirming a new email', () => {
  describeMailedCode({
    path: '/confirm-email/code-1',
    title: 'Email change',
    acceptedText: 'Email changed. Use the new address from now on.',
    remedy: /sign in and enter the address again on the Account screen/,
    apiPath: '/confirm-email',
    answerCode: (judge) =>
      answer(confirmEmail, async ({ body }) => {
        await judge(body.code);
        return { msg: 'ok' };
      }),
  });

  it('a signed-in person with an expired code is sent to the account screen', async () => {
    signInForTest();
    apiServer.use(
      answer(confirmEmail, () => {
        throw refuse('VERIFICATION.EXPIRED');
      }),
    );
    renderApp('/confirm-email/code-1');
    expect(await screen.findByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account');
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });
});
