import { confirmEmail } from '@leadloom/shared/contract/account-settings';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { StrictMode } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { faults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

describe('confirming a new email', () => {
  it('shows the check and its success, and asks the server once although effects run twice', async () => {
    const codes: string[] = [];
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(confirmEmail, async ({ body }) => {
        codes.push(body.code);
        await release.promise;
        return { msg: 'ok' };
      }),
    );
    renderApp('/confirm-email/code-1', { wrapper: StrictMode });
    expect(await screen.findByText('Checking code...')).toBeVisible();
    release.resolve();
    expect(await screen.findByText('Email changed. Use the new address from now on.')).toBeVisible();
    expect(codes).toEqual(['code-1']);
    expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login');
    expect(document.title).toBe('Email change · Leadloom');
  });

  it.each([
    ['VERIFICATION.EXPIRED', 'Expired verification code'],
    ['VERIFICATION.INCORRECT', 'Incorrect verification code'],
    ['RATE.LIMITED', 'Too many requests. Please wait a moment and try again.'],
  ] as const)('answers %s with a sentence', async (code, text) => {
    apiServer.use(
      answer(confirmEmail, () => {
        throw refuse(code);
      }),
    );
    renderApp('/confirm-email/code-1');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('Checking code...')).toBeNull();
    expect(screen.getByText(/sign in first/)).toBeVisible();
  });

  it.each(faults)('survives $name', async ({ respond, text }) => {
    apiServer.use(http.post('/api/v1/confirm-email', respond));
    renderApp('/confirm-email/code-1');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('leads a signed-in person with an expired code to the account screen', async () => {
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
