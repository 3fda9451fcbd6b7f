import { me, refresh } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths, tablePath } from '../lib/paths.ts';
import { session } from '../lib/session/session.ts';
import { anAccessToken } from '../testing/access-token.ts';
import { answer, refuse } from '../testing/api.ts';
import { renderApp, signInForTest } from '../testing/render-app.tsx';
import { apiServer } from '../testing/server.ts';
import { aUser } from '../testing/user.ts';

describe('the way in', () => {
  it.each(['/', ''])('leads from %j to login without a session', async (path) => {
    const { location } = renderApp(path);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('leads to the dashboard with one', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser()));
    const { location } = renderApp('/');
    await screen.findByText('Welcome back, ada@example.com!');
    expect(location()).toBe('/dashboard');
  });

  it('does not mind a slash at the end', async () => {
    renderApp('/register/');
    expect(await screen.findByRole('button', { name: 'Register' })).toBeVisible();
  });

  it.each([
    paths.dashboard,
    paths.payment,
    paths.success,
    paths.invoices,
    paths.profile,
    paths.linkedinOnboarding,
    paths.linkedinCollector,
    tablePath('companies'),
    tablePath('tiktok-videos'),
    paths.social,
    paths.socialDashboard,
    '/linkedin/users/1',
  ])('asks for a session before %s', async (path) => {
    const { location } = renderApp(path);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('shows what a path that is no screen means', async () => {
    renderApp('/no/such/screen');
    expect(await screen.findByText('404')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(screen.getByText("The page you are looking for doesn't exist or has been moved.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login');
  });
});

describe('a session that ends', () => {
  async function renderDashboard() {
    signInForTest('1');
    apiServer.use(answer(me, () => aUser()));
    const app = renderApp('/dashboard');
    await screen.findByText('Welcome back, ada@example.com!');
    return app;
  }

  it('leads to login when another tab signs out', async () => {
    const { location } = await renderDashboard();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('leads to login with both tokens cleared when the server refuses to refresh', async () => {
    signInForTest();
    apiServer.use(
      answer(me, () => {
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
      answer(refresh, () => {
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
    );
    const { location } = renderApp('/dashboard');
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
    expect(localStorage.length).toBe(0);
  });

  it('leads to login with both tokens cleared when the account is gone', async () => {
    signInForTest();
    apiServer.use(
      answer(me, () => {
        throw refuse('AUTH.ACCOUNT_NOT_FOUND');
      }),
    );
    const { location } = renderApp('/dashboard');
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
    expect(localStorage.length).toBe(0);
  });

  it('shows nothing of one account to the next that signs in, in whichever tab', async () => {
    await renderDashboard();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(me, async () => {
        await release.promise;
        return aUser({ email: 'grace@example.com' });
      }),
    );
    localStorage.setItem('accessToken', anAccessToken({ subject: '2' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    await waitFor(() => expect(screen.queryByText('Welcome back, ada@example.com!')).toBeNull());
    release.resolve();
    expect(await screen.findByText('Welcome back, grace@example.com!')).toBeVisible();
  });

  it('keeps the page when only the token was refreshed elsewhere', async () => {
    await renderDashboard();
    const heading = screen.getByRole('heading', { level: 1 });
    localStorage.setItem('accessToken', anAccessToken({ subject: '1' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    expect(session.accessToken()).toBe(localStorage.getItem('accessToken'));
  });
});
