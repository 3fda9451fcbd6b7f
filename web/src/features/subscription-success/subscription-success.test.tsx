import { me, type User } from '@leadloom/shared/contract/accounts';
import { reconcileCheckout } from '@leadloom/shared/contract/billing';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aSubscriber } from '../../testing/billing.ts';
import { twoFaults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const SENTENCE = 'Your subscription is now active.';
const WAITING = 'Waiting for the payment provider to confirm the payment...';
const trial = aUser({ country: 'DE', currency: 'EUR' });

/** Answers `me` by a function and counts how often it was asked. */
function serveMe(account: () => User) {
  const asked = vi.fn(account);
  apiServer.use(answer(me, asked));
  return asked;
}

function serveReconcile(respond: () => User) {
  const sessions: string[] = [];
  apiServer.use(
    answer(reconcileCheckout, ({ body }) => {
      sessions.push(body.session_id);
      return respond();
    }),
  );
  return sessions;
}

describe('the page after the checkout', () => {
  beforeEach(() => {
    signInForTest();
    fakeTimers();
  });

  it('the checkout is reported to the server once, although effects run twice, and the keys are linked', async () => {
    let account = trial;
    serveMe(() => account);
    const sessions = serveReconcile(() => {
      account = aSubscriber();
      return account;
    });
    renderApp('/success?session_id=cs_1', { wrapper: StrictMode });
    expect(await screen.findByText(/Your plan: Standard\. Next billing date: .*2099/)).toBeVisible();
    expect(screen.getByText(SENTENCE)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create an API key' })).toHaveAttribute('href', '/keys');
    expect(sessions).toEqual(['cs_1']);
  });

  it('the page polls until the account is active', async () => {
    let account = trial;
    const asked = serveMe(() => account);
    serveReconcile(() => account);
    renderApp('/success?session_id=cs_1');
    expect(await screen.findByText(WAITING)).toBeVisible();
    const before = asked.mock.calls.length;
    await pass(3000);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(before + 1));
    expect(screen.getByText(WAITING)).toBeVisible();
    account = aSubscriber();
    await pass(3000);
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
    await pass(60_000);
    expect(asked).toHaveBeenCalledTimes(before + 2);
  });

  it('a cancelled subscription is not mistaken for the new one', async () => {
    let account = aSubscriber({ subscription_canceled: true });
    serveMe(() => account);
    serveReconcile(() => account);
    renderApp('/success?session_id=cs_1');
    expect(await screen.findByText(WAITING)).toBeVisible();
    account = aSubscriber({ subscription_id: 'sub_2' });
    await pass(3000);
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
  });

  it('polling stops after a while, shows the state, and can be restarted', async () => {
    let account = trial;
    const asked = serveMe(() => account);
    const sessions = serveReconcile(() => account);
    const { person } = renderApp('/success?session_id=cs_1');
    await screen.findByText(WAITING);
    const before = asked.mock.calls.length;
    for (let polls = 1; polls <= 10; polls += 1) {
      await pass(3000);
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(before + polls));
    }
    expect(await screen.findByText(/has not confirmed the payment yet/)).toBeVisible();
    await pass(60_000);
    expect(asked).toHaveBeenCalledTimes(before + 10);
    account = aSubscriber();
    await person.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
    expect(sessions).toEqual(['cs_1', 'cs_1']);
  });

  it('polling stops when the page is left', async () => {
    const asked = serveMe(() => trial);
    serveReconcile(() => trial);
    const { person } = renderApp('/success?session_id=cs_1');
    await screen.findByText(WAITING);
    await person.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Welcome back, ada@example.com!');
    const before = asked.mock.calls.length;
    await pass(20_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });

  it('polling continues through a lost connection', async () => {
    let isDown = false;
    serveMe(() => {
      if (isDown) throw refuse('SERVER.UNAVAILABLE');
      return trial;
    });
    serveReconcile(() => trial);
    renderApp('/success?session_id=cs_1');
    await screen.findByText(WAITING);
    isDown = true;
    await pass(3000);
    expect(await screen.findByText(WAITING)).toBeVisible();
    serveMe(() => aSubscriber());
    await pass(3000);
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
  });

  it.each(twoFaults(4))('a failure after $name says why, and can be retried', async ({ respond, text }) => {
    serveMe(() => trial);
    apiServer.use(http.post('/api/v1/reconcile-checkout', respond));
    const { person } = renderApp('/success?session_id=cs_1');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByText(SENTENCE)).toBeVisible();
    serveReconcile(() => aSubscriber());
    serveMe(() => aSubscriber());
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
  });

  it('an active account is shown even if the server cannot ask the provider', async () => {
    serveMe(() => aSubscriber());
    serveReconcile(() => {
      throw refuse('BILLING.PROVIDER_FAILED');
    });
    renderApp('/success?session_id=cs_1');
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('another account’s checkout is not followed', async () => {
    const asked = serveMe(() => trial);
    serveReconcile(() => {
      throw refuse('BILLING.CHECKOUT_NOT_FOUND');
    });
    renderApp('/success?session_id=cs_9');
    expect(await screen.findByRole('alert')).toHaveTextContent('This checkout does not exist.');
    const before = asked.mock.calls.length;
    await pass(20_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });

  it.each([
    { name: 'nothing was bought', user: trial, text: /This account has no active subscription at the moment/ },
    {
      name: 'the subscription is cancelled',
      user: aSubscriber({ subscription_canceled: true }),
      text: /This account’s subscription has been cancelled/,
    },
  ])('the page opened without a checkout says so if $name', async ({ user, text }) => {
    const asked = serveMe(() => user);
    renderApp('/success');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(SENTENCE)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Payment and subscription' })).toHaveAttribute('href', '/payment');
    const before = asked.mock.calls.length;
    await pass(20_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });

  it('the page opened without a checkout reloads an account that could not be loaded', async () => {
    serveMe(() => {
      throw refuse('SERVER.UNAVAILABLE');
    });
    const { person } = renderApp('/success?session_id=');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is not available right now.');
    serveMe(() => aSubscriber());
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Your plan: Standard/)).toBeVisible();
  });
});
