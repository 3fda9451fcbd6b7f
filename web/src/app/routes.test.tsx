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
  it.each(['/', ''])('%j leads to login without a session', async (path) => {
    const { location } = renderApp(path);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('the app’s root leads to the dashboard with a session', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser()));
    const { location } = renderApp('/');
    await screen.findByText('Welcome back, ada@example.com!');
    expect(location()).toBe('/dashboard');
  });

  it('a trailing slash in a path is accepted', async () => {
    renderApp('/register/');
    expect(await screen.findByRole('button', { name: 'Register' })).toBeVisible();
  });

  it.each([
    paths.dashboard,
    paths.payment,
    paths.success,
    paths.invoices,
    paths.alerts,
    paths.webhooks,
    paths.destinations,
    '/destinations/7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f05',
    paths.lists,
    paths.match,
    paths.scheduledExports,
    paths.profile,
    paths.workspace,
    paths.linkedinOnboarding,
    paths.linkedinCollector,
    tablePath('companies'),
    tablePath('tiktok-videos'),
    paths.social,
    paths.socialDashboard,
    '/linkedin/users/1',
  ])('%s needs a session', async (path) => {
    const { location } = renderApp(path);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('asking to be removed needs no session', async () => {
    const { location } = renderApp(paths.erasure);
    expect(await screen.findByRole('button', { name: 'Ask to be removed' })).toBeVisible();
    expect(location()).toBe(paths.erasure);
  });

  it('an unknown path shows the not-found page', async () => {
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

  it('a page leads to login when another tab signs out', async () => {
    const { location } = await renderDashboard();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
  });

  it('a page leads to login with both tokens removed when the refresh is refused', async () => {
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

  it('a page leads to login with both tokens removed when the account is deleted', async () => {
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

  it('nothing of one account is shown to the next one that signs in, in any tab', async () => {
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

  it('a page stays when another tab refreshes the token', async () => {
    await renderDashboard();
    const heading = screen.getByRole('heading', { level: 1 });
    localStorage.setItem('accessToken', anAccessToken({ subject: '1' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    expect(session.accessToken()).toBe(localStorage.getItem('accessToken'));
  });
});
