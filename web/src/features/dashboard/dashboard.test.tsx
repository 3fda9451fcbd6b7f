import { me, resendVerification, type User } from '@leadloom/shared/contract/accounts';
import { getDashboard } from '@leadloom/shared/contract/dashboard';
import { getUsage } from '@leadloom/shared/contract/usage';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { aUser } from '../../testing/user.ts';
import { aUsage } from '../../testing/workspaces.ts';

function renderDashboard(changes: Partial<User> = {}) {
  apiServer.use(answer(me, () => aUser(changes)));
  return renderApp('/dashboard');
}

const block = () => screen.findByRole('region', { name: 'Subscription & Usage' });

describe('the dashboard', () => {
  beforeEach(() => signInForTest());

  it('the dashboard greets by email once it is known', async () => {
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(me, async () => {
        await release.promise;
        return aUser();
      }),
    );
    renderApp('/dashboard');
    await screen.findByRole('status', { name: 'Loading your account' });
    expect(screen.queryByText(/Welcome back/)).toBeNull();
    release.resolve();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, ada@example.com!' })).toBeVisible();
    expect(document.title).toBe('Dashboard · Leadloom');
  });

  it('the dashboard shows the plan and both counts with what remains', async () => {
    renderDashboard({
      subscription: 'Standard',
      is_trial: false,
      usage: {
        request_count: 250,
        request_limit: 1000,
        export_count: 0,
        export_limit: 5000,
        period_end: '2099-04-01T00:00:00.000Z',
      },
    });
    const usage = within(await block());
    expect(usage.getByText('Standard')).toBeVisible();
    expect(usage.getByText('250 / 1,000')).toBeVisible();
    expect(usage.getByText('75% remaining')).toBeVisible();
    expect(usage.getByText('0 / 5,000')).toBeVisible();
    expect(usage.getByText('100% remaining')).toBeVisible();
    expect(usage.queryByText("You don't have a subscription")).toBeNull();
    expect(usage.getByRole('meter', { name: 'Requests' })).toHaveAttribute('aria-valuenow', '250');
  });

  it('a member of a shared workspace reads their own part of its export limit', async () => {
    signInToWorkspace();
    apiServer.use(answer(getUsage, () => aUsage({ used: 120, limit: 500 })));
    renderApp('/dashboard');
    expect(await within(await block()).findByText('Your part: 120 of 500 rows')).toBeVisible();
  });

  it('the dashboard shows how much of the storage is used', async () => {
    const storage = { used_bytes: 12_900_000, limit_bytes: 200 * 1024 * 1024 };
    apiServer.use(answer(getDashboard, () => ({ work: [], first_steps: null, storage })));
    renderDashboard({});
    expect(await within(await block()).findByText('Storage used: 12.3 MB of 200 MB')).toBeVisible();
  });

  it('the dashboard shows N/A if there is no limit', async () => {
    renderDashboard({
      subscription: 'Local',
      usage: {
        request_count: 7,
        request_limit: null,
        export_count: 3,
        export_limit: null,
        period_end: '2099-04-01T00:00:00.000Z',
      },
    });
    const usage = within(await block());
    expect(usage.getByText('7 / N/A')).toBeVisible();
    expect(usage.getByText('3 / N/A')).toBeVisible();
    expect(usage.getAllByText('N/A remaining')).toHaveLength(2);
  });

  it('the dashboard says until when a cancelled plan is active', async () => {
    renderDashboard({ subscription: 'Standard', subscription_canceled: true, next_billing_cycle_on: '2099-02-10T12:00:00.000Z' });
    expect(within(await block()).getByText(/cancelled, active until .*10.*2099/)).toBeVisible();
  });

  it('during a trial the dashboard says that there is no subscription, when the trial ends, and what was used', async () => {
    renderDashboard({ is_trial: true, trial_ends_on: '2099-03-14T09:00:00.000Z' });
    const usage = within(await block());
    expect(usage.getByText("You don't have a subscription")).toBeVisible();
    expect(usage.getByText(/Your trial runs until .*14.*2099/)).toBeVisible();
    expect(usage.getByText('12 / 1,000')).toBeVisible();
  });

  it('after a trial the dashboard says so and shows no counts', async () => {
    renderDashboard({ is_trial: false, trial_ends_on: '2020-03-14T09:00:00.000Z' });
    const usage = within(await block());
    expect(usage.getByText(/Your trial ended on .*14.*2020/)).toBeVisible();
    expect(usage.queryByText('12 / 1,000')).toBeNull();
  });

  it('the dashboard sends an unverified person to the inbox, and emails another link', async () => {
    apiServer.use(answer(resendVerification, () => ({ msg: 'A new link is on its way.' })));
    const { person } = renderDashboard({ verified: false, is_trial: null, trial_ends_on: null });
    const usage = within(await block());
    expect(usage.getByText('Check your inbox and spam folder for a verification link to activate your trial.')).toBeVisible();
    expect(usage.getByText('Unverified accounts are deleted after 30 days.')).toBeVisible();
    await person.click(usage.getByRole('button', { name: 'Resend verification email' }));
    expect(await usage.findByText('A new link is on its way.')).toBeVisible();
  });

  it('the dashboard shows why no other link was mailed', async () => {
    apiServer.use(
      answer(resendVerification, () => {
        throw refuse('RATE.LIMITED', 'Please wait an hour.');
      }),
    );
    const { person } = renderDashboard({ verified: false, is_trial: null });
    await person.click(await screen.findByRole('button', { name: 'Resend verification email' }));
    expect(await screen.findByText('Please wait an hour.')).toBeVisible();
  });

  it('the dashboard links seven cards to their screens, in order', async () => {
    renderDashboard();
    const list = within(await screen.findByRole('region', { name: 'Data and collectors' }));
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Companies', '/table/companies'],
      ['Investors', '/table/investors'],
      ['People', '/table/people'],
      ['Reddit Collector', '/social'],
      ['Shopify Stores', '/table/shopify'],
      ['G2 Reviews', '/table/reviews'],
      ['LinkedIn Collector', '/linkedin/collector'],
    ]);
    expect(list.getByRole('link', { name: 'Shopify Stores' })).toHaveAccessibleDescription(/topic and currency/);
  });

  it('the dashboard shows the operator’s support address if the server wrote one into the page', async () => {
    const meta = document.createElement('meta');
    meta.name = 'support-email';
    meta.content = 'help@example.com';
    document.head.append(meta);
    renderDashboard();
    expect(await screen.findByRole('link', { name: 'help@example.com' })).toHaveAttribute('href', 'mailto:help@example.com');
    meta.remove();
  });

  it('the dashboard offers a retry when the account cannot be loaded', async () => {
    apiServer.use(http.get('/api/v1/me', () => HttpResponse.json({ code: 'X', msg: 'Closed for a moment.' }, { status: 403 })));
    const { person } = renderApp('/dashboard');
    expect(await screen.findByRole('alert')).toHaveTextContent('Closed for a moment.');
    apiServer.use(answer(me, () => aUser()));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Welcome back, ada@example.com!')).toBeVisible();
  });
});
