import { me, resendVerification, type User } from '@leadloom/shared/contract/accounts';
import { getBilling } from '@leadloom/shared/contract/billing';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aBilling, aSubscriber } from '../../testing/billing.ts';
import { ALL_RETRIES_MS, twoFaults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

type Billing = ReturnType<typeof aBilling>;

function renderPayment(user: User, billing: Partial<Billing> = {}) {
  apiServer.use(
    answer(me, () => user),
    answer(getBilling, () => aBilling(billing)),
  );
  return renderApp('/payment');
}

const subscription = async () => within(await screen.findByRole('region', { name: 'Subscription' }));
const buttons = (area: Awaited<ReturnType<typeof subscription>>) =>
  area.queryAllByRole('button').map((button) => button.textContent);
const filled = { country: 'DE', currency: 'EUR' } as const;

describe('the payment screen', () => {
  beforeEach(() => signInForTest());

  it('a member who is no owner reads who manages the subscription, and where its limits stand', async () => {
    const { user } = signInToWorkspace();
    // Billing is not asked for: the server refuses it.
    apiServer.use(
      answer(getBilling, () => {
        throw refuse('WORKSPACE.ROLE_MISSING');
      }),
      answer(me, () => user),
    );
    renderApp('/payment');
    expect(await screen.findByText(/^Only owners of this workspace can do this/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'What the workspace may do this month' })).toHaveAttribute(
      'href',
      '/workspace?show=subscription',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Subscription' })).toBeNull();
  });

  it('a person without country and currency is sent to the profile', async () => {
    renderPayment(aUser());
    const area = await subscription();
    expect(area.getByText('You need to fill up your profile before subscribing to the service')).toBeVisible();
    expect(area.getByRole('link')).toHaveAttribute('href', '/profile');
    expect(buttons(area)).toEqual([]);
  });

  it('an unverified person is asked to verify, and can request another link', async () => {
    apiServer.use(answer(resendVerification, () => ({ msg: 'A new link is on its way.' })));
    const { person } = renderPayment(aUser({ ...filled, verified: false, is_trial: null }));
    const area = await subscription();
    expect(area.getByText('Please verify your email to subscribe to the service.')).toBeVisible();
    expect(buttons(area)).toEqual(['Resend verification email']);
    await person.click(area.getByRole('button'));
    expect(await area.findByText('A new link is on its way.')).toBeVisible();
  });

  it.each([true, null])('the screen explains where Subscribe leads while the trial flag is %s', async (isTrial) => {
    renderPayment(aUser({ ...filled, is_trial: isTrial }));
    const area = await subscription();
    expect(area.getByText(/button below takes you to Stripe, our payment provider/)).toHaveTextContent(/until .*2099/);
    expect(buttons(area)).toEqual(['Subscribe']);
  });

  it('a cancelled subscription says until when it is active, and can be resumed', async () => {
    renderPayment(aSubscriber({ subscription_canceled: true }));
    const area = await subscription();
    const sentence = area.getByText(/You won't be charged anymore and can use the API until the next billing date/);
    expect(sentence).toHaveTextContent(/10.*2099/);
    expect(buttons(area)).toEqual(['Resuscribe']);
  });

  it('an active subscription shows its start and its next billing date', async () => {
    renderPayment(aSubscriber());
    const area = await subscription();
    const facts = area.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(facts).toEqual([
      'Plan: Standard',
      expect.stringMatching(/^Start date: .*10.*2098|^Start date: .*2098.*10/),
      expect.stringMatching(/^Next billing date: .*2099/),
    ]);
    expect(buttons(area)).toEqual(['Cancel', 'Payment details']);
  });

  it('the button is above the sentence about it when the trial has ended', async () => {
    renderPayment(aUser({ ...filled, is_trial: false }));
    const area = await subscription();
    const button = area.getByRole('button', { name: 'Subscribe' });
    const sentence = area.getByText('You do not have an active subscription. Please click the button above to subscribe.');
    expect(button.compareDocumentPosition(sentence) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('a failed payment causes a warning, with a link to change the card', async () => {
    renderPayment(aSubscriber(), { status: 'past_due' });
    expect(await screen.findByText(/Your last payment failed/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Update your card' })).toBeEnabled();
    expect(buttons(await subscription())).toEqual(['Cancel', 'Payment details']);
  });

  it('the screen shows plan, price and limits, and that sandbox money is test money', async () => {
    renderPayment(aUser({ ...filled, is_trial: false }), { provider: 'sandbox', amount: 2900, export_limit: null });
    const plan = within(await screen.findByRole('region', { name: 'The plan “Standard”' }));
    expect(plan.getByText('€29.00 (test money)')).toBeVisible();
    expect(plan.getByText('10,000')).toBeVisible();
    expect(plan.getByText('without limit')).toBeVisible();
    expect(screen.getByText(/This server uses test payments only/)).toBeVisible();
  });

  it('the price is omitted if only the provider knows it', async () => {
    renderPayment(aUser({ ...filled, is_trial: false }));
    const plan = within(await screen.findByRole('region', { name: 'The plan “Standard”' }));
    expect(plan.getByText('shown before you pay')).toBeVisible();
    expect(screen.queryByText(/test (?:money|payments)/)).toBeNull();
  });

  it('the payment screen says when nothing is sold', async () => {
    const nothing = { currency: null, request_limit: null, export_limit: null };
    renderPayment(aUser({ subscription: 'Local', is_trial: false }), { provider: 'off', plan: 'Local', ...nothing });
    expect(await screen.findByText('Nothing is sold on this server, so there is nothing to pay.')).toBeVisible();
    expect(screen.getByText(/has the plan “Local”, without limits/)).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
  });
});

describe('the payment screen without its data', () => {
  beforeEach(() => {
    signInForTest();
    fakeTimers();
  });

  it.each(twoFaults(0))('a failed load of the account after $name is shown and can be retried', async ({ respond, text }) => {
    apiServer.use(
      answer(getBilling, () => aBilling()),
      http.get('/api/v1/me', respond),
    );
    const { person } = renderApp('/payment');
    await screen.findByText('Loading...');
    await pass(ALL_RETRIES_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    apiServer.use(answer(me, () => aSubscriber()));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await subscription()).getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it.each(twoFaults(1))(
    'a failed load of the plan after $name leaves Cancel available, and can be retried',
    async ({ respond, text }) => {
      apiServer.use(
        answer(me, () => aSubscriber()),
        http.get('/api/v1/billing', respond),
      );
      const { person } = renderApp('/payment');
      expect((await subscription()).getByRole('button', { name: 'Cancel' })).toBeEnabled();
      await pass(ALL_RETRIES_MS);
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      apiServer.use(answer(getBilling, () => aBilling()));
      await person.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('region', { name: 'The plan “Standard”' })).toBeVisible();
    },
  );

  it('the screen shows that it is loading until the responses arrive', async () => {
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(me, () => aSubscriber()),
      answer(getBilling, async () => {
        await release.promise;
        return aBilling();
      }),
    );
    renderApp('/payment');
    expect(await screen.findByText('Loading...')).toBeVisible();
    await pass(60_000);
    expect(screen.getByText('Loading...')).toBeVisible();
    release.resolve();
    await subscription();
  });
});
