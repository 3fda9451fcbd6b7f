import { refresh, resendVerification, verify } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { describeMailedCode } from '../../testing/mailed-code.fixture.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

describe('verifying an email', () => {
  describeMailedCode({
    path: '/verify/code-1',
    title: 'Email verification',
    acceptedText: 'User verified correctly',
    remedy: /sign in and request one on the dashboard/,
    apiPath: '/verify/code-1',
    answerCode: (judge) =>
      answer(verify, async ({ params }) => {
        await judge(params.verification_code);
        return { msg: 'ok' };
      }),
  });

  it('a signed-in person whose code has expired is offered a new mail', async () => {
    signInForTest();
    apiServer.use(
      answer(verify, () => {
        throw refuse('VERIFICATION.EXPIRED');
      }),
      answer(resendVerification, () => ({ msg: 'A new link is on its way.' })),
    );
    const { person } = renderApp('/verify/code-1');
    await person.click(await screen.findByRole('button', { name: 'Resend verification email' }));
    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('a person whose session has ended is sent to the sign-in page', async () => {
    signInForTest();
    apiServer.use(
      answer(verify, () => {
        throw refuse('VERIFICATION.EXPIRED');
      }),
      answer(resendVerification, () => {
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
      answer(refresh, () => {
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
    );
    const { person, location } = renderApp('/verify/code-1');
    await person.click(await screen.findByRole('button', { name: 'Resend verification email' }));
    await waitFor(() => expect(location()).toBe('/login'));
  });
});
