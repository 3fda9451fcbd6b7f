import 'fake-indexeddb/auto';
import { logout, me, type User } from '@leadloom/shared/contract/accounts';
import { getBilling } from '@leadloom/shared/contract/billing';
import { tableLinks, tableNames } from '@leadloom/shared/tables/table-names';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRecord } from '../../features/collector/download/raw-record.ts';
import { openCollectorStorage } from '../../features/collector/storage/collector-storage.ts';
import { tablePath } from '../../lib/paths.ts';
import { session } from '../../lib/session/session.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { answer } from '../../testing/api.ts';
import { aBilling } from '../../testing/billing.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { Themed } from '../../testing/themed.tsx';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';
import { linksOf } from '../screens.tsx';
import { NavigationLinks } from './navigation-links.tsx';

async function renderDashboard(changes: Partial<User> = {}) {
  signInForTest();
  apiServer.use(answer(me, () => aUser(changes)));
  const app = renderApp('/dashboard');
  await screen.findByRole('heading', { level: 1 });
  return app;
}

describe('the bar', () => {
  it('the bar links its title to the dashboard, and links to payment', async () => {
    const { person, location } = await renderDashboard();
    apiServer.use(answer(getBilling, () => aBilling()));
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await person.click(bar.getByRole('button', { name: 'Payment' }));
    await waitFor(() => expect(location()).toBe('/payment'));
    await screen.findByRole('region', { name: 'Subscription' });
  });

  it('the Logout tooltip asks an unverified person to confirm the email', async () => {
    const { person } = await renderDashboard({ verified: false, is_trial: null });
    // What is to be said is known once the account is, which may be after the pointer has come.
    await waitFor(async () => {
      await person.hover(screen.getByRole('button', { name: 'Logout' }));
      expect(screen.getByRole('tooltip')).toHaveTextContent('Confirm your email to get a key');
    });
  });

  it('a verified person sees no tooltip on Logout', async () => {
    fakeTimers();
    const { person } = await renderDashboard();
    await person.hover(screen.getByRole('button', { name: 'Logout' }));
    await pass(1000);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('the bar offers the appearance and remembers it', async () => {
    const { person } = await renderDashboard();
    await person.click(screen.getByRole('button', { name: 'Appearance: Same as system' }));
    await person.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement).toHaveAttribute('data-color-scheme', 'dark');
    expect(await screen.findByRole('button', { name: 'Appearance: Dark' })).toBeVisible();
  });

  it('the page starts with a link to its content', async () => {
    const { person } = await renderDashboard();
    await person.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(document.querySelector('#main')).toBe(screen.getByRole('main'));
  });
});

describe('logging out', () => {
  it('logging out ends the session on the server, removes the tokens and opens the login page', async () => {
    const { person, location } = await renderDashboard();
    const token = session.accessToken();
    apiServer.use(
      answer(logout, ({ headers }) => {
        expect(headers.get('authorization')).toBe(`Bearer ${token}`);
        return { msg: 'Bye' };
      }),
    );
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('button', { name: 'Login' });
    // The screen changes a moment before the address is told.
    await waitFor(() => expect(location()).toBe('/login'));
    expect(localStorage.length).toBe(0);
  });

  it('logging out deletes what was collected in this browser, and asks first where it is nowhere else', async () => {
    const { person } = await renderDashboard();
    apiServer.use(answer(logout, () => ({ msg: 'Bye' })));
    const accountKey = session.accountKey() ?? '';
    const storage = openCollectorStorage(accountKey);
    await storage.records.put({ ...emptyRecord('entry-1', 'https://www.linkedin.com/in/maren-holt/', Date.now()), p1: '{}' });
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Log out and delete what was collected?' }));
    expect(dialog.getByText(/^One person is in this browser only/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await storage.records.list()).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await person.click(await screen.findByRole('button', { name: 'Log out and delete' }));
    await screen.findByRole('button', { name: 'Login' });
    await waitFor(async () => expect(await storage.records.list()).toEqual([]));
    expect(localStorage.length).toBe(0);
  });

  it('logging out works when the server fails', async () => {
    const { person } = await renderDashboard();
    apiServer.use(http.post('/api/v1/logout', () => new HttpResponse(null, { status: 503 })));
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('button', { name: 'Login' });
    expect(localStorage.length).toBe(0);
  });

  it('logging out waits at most three seconds for a server that does not respond', async () => {
    fakeTimers();
    const { person } = await renderDashboard();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(logout, async () => {
        await release.promise;
        return { msg: 'late' };
      }),
    );
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDisabled();
    await pass(3100);
    await screen.findByRole('button', { name: 'Login' });
    expect(localStorage.length).toBe(0);
    release.resolve();
  });
});

describe('the drawer', () => {
  it('the drawer lists its links in order, the rest under More, and closes when a link is followed', async () => {
    const { person } = await renderDashboard();
    await person.click(screen.getByRole('button', { name: 'Open navigation' }));
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
    const links = navigation.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(links.slice(0, 8)).toEqual([
      'Dashboard /dashboard',
      'Payment /payment',
      'API Keys /keys',
      'Invoices /invoices',
      'Profile /profile',
      'Linkedin Profiles /linkedin/onboarding',
      'Investors /table/investors',
      'Companies /table/companies',
    ]);
    const more = within(navigation.getByRole('list', { name: 'More' }));
    expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      ...tableNames.filter((name) => name !== 'investors' && name !== 'companies').map(tablePath),
      '/linkedin/people',
      '/social',
      '/social-dashboard',
      '/match',
      '/lists',
      '/alerts',
      '/webhooks',
      '/scheduled-exports',
      '/destinations',
      '/account',
    ]);
    const here = navigation.getByRole('link', { name: 'Dashboard' });
    expect(here).toHaveAttribute('aria-current', 'page');
    await person.click(here);
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull());
  });

  it('a drawer that was open when the window became wide stays closed when it is narrow again', async () => {
    const { person } = await renderDashboard();
    await person.click(screen.getByRole('button', { name: 'Open navigation' }));
    await screen.findByRole('dialog', { name: 'Navigation' });
    const resizeTo = (width: number) =>
      act(async () => {
        window.innerWidth = width;
        window.dispatchEvent(new Event('resize'));
      });
    await resizeTo(1440);
    expect(await screen.findByRole('button', { name: 'Collapse navigation' })).toBeVisible();
    await resizeTo(1024);
    expect(await screen.findByRole('button', { name: 'Open navigation' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Navigation' })).toBeNull();
  });
});

describe('the sidebar', () => {
  beforeEach(() => {
    // The window is at least 1200 pixels wide.
    window.innerWidth = 1440;
  });
  afterEach(() => {
    window.innerWidth = 1024;
  });
  const sidebar = () => within(screen.getByRole('navigation', { name: 'Main' }));

  it('a wide window always shows the eight links first, and the rest under headings', async () => {
    await renderDashboard();
    const [first, ...groups] = sidebar().getAllByRole('list');
    expect(within(first ?? document.body).getAllByRole('link')).toHaveLength(8);
    expect(groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent)).toEqual([
      'Data',
      'Collect',
      'Connections',
      'Account',
    ]);
    const data = within(sidebar().getByRole('list', { name: 'Data' }));
    expect(data.getAllByRole('link').map((link) => link.textContent)).toEqual([
      // The first two tables are among the eight.
      ...Object.values(tableLinks).slice(2),
      'Match my list',
      'Lists',
      'Alerts',
    ]);
    const connections = within(sidebar().getByRole('list', { name: 'Connections' }));
    expect(connections.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Webhooks',
      'Scheduled Exports',
      'Destinations',
    ]);
    expect(sidebar().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
  });

  it('the marked link is brought into sight in a window lower than the sidebar', async () => {
    const shown: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.textContent);
    });
    apiServer.use(answer(getBilling, () => aBilling()));
    const { person } = await renderDashboard();
    await person.click(sidebar().getByRole('link', { name: 'Payment' }));
    await waitFor(() => expect(shown.at(-1)).toBe('Payment'));
  });

  it('the sidebar is reduced to icons whose links keep their names, and stays so on the next visit', async () => {
    const { person } = await renderDashboard();
    await person.click(screen.getByRole('button', { name: 'Collapse navigation', expanded: true }));
    expect(sidebar().getByRole('link', { name: 'Companies' })).toHaveAttribute('href', '/table/companies');
    expect(sidebar().getByRole('link', { name: 'Companies' })).not.toHaveTextContent('Companies');
    expect(sidebar().getByRole('list', { name: 'Data' })).toBeVisible();
    expect(localStorage.getItem('leadloom-sidebar')).toBe('collapsed');
    await person.click(screen.getByRole('button', { name: 'Expand navigation', expanded: false }));
    expect(sidebar().getByRole('link', { name: 'Companies' })).toHaveTextContent('Companies');
    expect(localStorage.getItem('leadloom-sidebar')).toBeNull();
  });

  it('a page below a screen marks the link of the screen', () => {
    render(
      <Themed>
        <MemoryRouter initialEntries={['/table/companies/7']}>
          <NavigationLinks links={linksOf('main')} shows="icon and text" />
        </MemoryRouter>
      </Themed>,
    );
    expect(screen.getByRole('link', { name: 'Companies' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Investors' })).not.toHaveAttribute('aria-current');
  });
});

describe('messages', () => {
  it('snackbars stay for six seconds, ignore clicks elsewhere, and can be closed', async () => {
    fakeTimers();
    const { person } = await renderDashboard();
    showSnackbar('error', 'The export failed.');
    expect(await screen.findByRole('alert')).toHaveTextContent('The export failed.');
    await person.click(screen.getByRole('main'));
    await pass(5000);
    expect(screen.getByRole('alert')).toBeVisible();
    await pass(1500);
    expect(screen.queryByRole('alert')).toBeNull();
    showSnackbar('success', 'Saved.');
    await screen.findByText('Saved.');
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
