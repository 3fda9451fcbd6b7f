import { resendVerification, verify } from '@leadloom/shared/contract/accounts';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { StrictMode } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

describe('verifying an email', () => {
  it('shows the check and its success, and asks the server once although effects run twice', async () => {
    const codes: unknown[] = [];
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(verify, async ({ params }) => {
        codes.push(params.verification_code);
        await release.promise;
        return { msg: 'ok' };
      }),
    );
    renderApp('/verify/code-1', { wrapper: StrictMode });
    expect(await screen.findByText('Checking code...')).toBeVisible();
    release.resolve();
    expect(await screen.findByText('User verified correctly')).toBeVisible();
    expect(codes).toEqual(['code-1']);
    expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login');
    expect(localStorage.length).toBe(0);
  });

  it.each([
    ['VERIFICATION.EXPIRED', 'Expired verification code'],
    ['VERIFICATION.INCORRECT', 'Incorrect verification code'],
    ['RATE.LIMITED', 'Too many requests. Please wait a moment and try again.'],
  ] as const)('answers %s with a sentence', async (code, text) => {
    apiServer.use(
      answer(verify, () => {
        throw refuse(code);
      }),
    );
    renderApp('/verify/code-1');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('Checking code...')).toBeNull();
  });

  it('says when the server cannot be reached', async () => {
    apiServer.use(http.get('/api/v1/verify/code-1', () => HttpResponse.error()));
    renderApp('/verify/code-1');
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
  });

  it('offers a new mail to a signed-in person whose code has expired', async () => {
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
});
