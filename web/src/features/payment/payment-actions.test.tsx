import { me, type User } from '@leadloom/shared/contract/accounts';
import { cancelSubscription, createCheckoutSession, getBilling, openPortal } from '@leadloom/shared/contract/billing';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aBilling, aSubscriber } from '../../testing/billing.ts';
import { twoFaults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const CHECKOUT_URL = 'https://checkout.example.com/pay/cs_1';
const CANCEL_FAILED = 'An error occurred while cancelling the subscription';
const trial = aUser({ country: 'DE', currency: 'EUR' });

function watchPage() {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  return { assign, alert };
}

function renderPayment(account: () => User, status: ReturnType<typeof aBilling>['status'] = null) {
  apiServer.use(
    answer(me, account),
    answer(getBilling, () => aBilling({ status })),
  );
  return renderApp('/payment');
}

const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  signInForTest();
  fakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('Subscribe', () => {
  it.each([
    { name: 'the provider’s address', url: CHECKOUT_URL, goesTo: CHECKOUT_URL },
    {
      name: 'an address of our own',
      url: 'http://localhost:3000/sandbox/checkout/cs_1',
      goesTo: 'http://localhost:3000/sandbox/checkout/cs_1',
    },
    { name: 'the server’s redirect where there is none', url: null, goesTo: '/api/v1/checkout-session/cs%2F1/redirect' },
    {
      name: 'the server’s redirect instead of a script',
      url: 'javascript:alert(1)',
      goesTo: '/api/v1/checkout-session/cs%2F1/redirect',
    },
    {
      name: 'the server’s redirect instead of an open line to elsewhere',
      url: 'http://checkout.example.com/',
      goesTo: '/api/v1/checkout-session/cs%2F1/redirect',
    },
  ])('Subscribe goes to $name', async ({ url, goesTo }) => {
    const { assign, alert } = watchPage();
    apiServer.use(answer(createCheckoutSession, () => ({ id: 'cs/1', url })));
    const { person } = renderPayment(() => trial);
    await person.click(await button('Subscribe'));
    await waitFor(() => expect(assign.mock.calls).toEqual([[goesTo]]));
    expect(alert).not.toHaveBeenCalled();
  });

  it('Subscribe starts one checkout however often it is pressed, and is enabled again if the page was not left', async () => {
    const { assign } = watchPage();
    const begun = vi.fn();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(createCheckoutSession, async () => {
        begun();
        await release.promise;
        return { id: 'cs_1', url: CHECKOUT_URL };
      }),
    );
    renderPayment(() => trial);
    const subscribe = await button('Subscribe');
    act(() => {
      subscribe.click();
      subscribe.click();
    });
    expect(subscribe).toBeDisabled();
    release.resolve();
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(await button('Subscribe')).toBeDisabled();
    await pass(10_000);
    expect(await button('Subscribe')).toBeEnabled();
    expect(begun).toHaveBeenCalledOnce();
  });

  it('Subscribe is enabled and the account reloaded when the browser restores the page', async () => {
    const { assign } = watchPage();
    let account = trial;
    apiServer.use(answer(createCheckoutSession, () => ({ id: 'cs_1', url: CHECKOUT_URL })));
    const { person } = renderPayment(() => account);
    await person.click(await button('Subscribe'));
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    account = aSubscriber();
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(await button('Cancel')).toBeEnabled();
  });

  it('Subscribe does not redirect after the screen was left', async () => {
    const { assign, alert } = watchPage();
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(createCheckoutSession, async () => {
        asked.resolve();
        await release.promise;
        return { id: 'cs_1', url: CHECKOUT_URL };
      }),
    );
    const { person } = renderPayment(() => trial);
    await person.click(await button('Subscribe'));
    await asked.promise;
    await person.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Welcome back, ada@example.com!');
    release.resolve();
    await pass(1000);
    expect(assign).not.toHaveBeenCalled();
    expect(alert).not.toHaveBeenCalled();
  });

  it('a refused checkout shows the provider’s message in one alert, and reloads the account', async () => {
    const { assign, alert } = watchPage();
    let account = trial;
    apiServer.use(
      answer(createCheckoutSession, () => {
        account = aSubscriber();
        throw refuse('BILLING.ALREADY_SUBSCRIBED');
      }),
    );
    const { person } = renderPayment(() => account);
    await person.click(await button('Subscribe'));
    await waitFor(() => expect(alert.mock.calls).toEqual([['You already have an active subscription.']]));
    expect(await button('Cancel')).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });

  it.each(twoFaults(2))('a failed checkout after $name says why, and works the next time', async ({ respond, text }) => {
    const { assign, alert } = watchPage();
    apiServer.use(http.post('/api/v1/create-checkout-session', respond));
    const { person } = renderPayment(() => aUser({ country: 'DE', currency: 'EUR', is_trial: false }));
    await person.click(await button('Subscribe'));
    await waitFor(() => expect(alert.mock.calls).toEqual([[text]]));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    apiServer.use(answer(createCheckoutSession, () => ({ id: 'cs_1', url: CHECKOUT_URL })));
    await person.click(await button('Subscribe'));
    await waitFor(() => expect(assign.mock.calls).toEqual([[CHECKOUT_URL]]));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Resuscribe', () => {
  it('Resuscribe opens a checkout', async () => {
    const { assign } = watchPage();
    apiServer.use(answer(createCheckoutSession, () => ({ id: 'sub_1', url: 'http://localhost:3000/app/success' })));
    const { person } = renderPayment(() => aSubscriber({ subscription_canceled: true }));
    await person.click(await button('Resuscribe'));
    await waitFor(() => expect(assign.mock.calls).toEqual([['http://localhost:3000/app/success']]));
  });
});

describe('Cancel', () => {
  it('Cancel cancels the account’s subscription without a confirmation, and shows the consequence', async () => {
    const { alert } = watchPage();
    let account = aSubscriber();
    const cancelled: unknown[] = [];
    apiServer.use(
      answer(cancelSubscription, ({ body }) => {
        cancelled.push(body);
        account = aSubscriber({ subscription_canceled: true });
        return { msg: 'ok' };
      }),
    );
    const { person } = renderPayment(() => account);
    await person.dblClick(await button('Cancel'));
    expect(await screen.findByText(/You won't be charged anymore/)).toBeVisible();
    expect(cancelled).toEqual([{ subscription_id: 'sub_1' }]);
    expect(alert).not.toHaveBeenCalled();
  });

  it('a late click does not undo the cancellation, and the focus stays', async () => {
    watchPage();
    let account = aSubscriber();
    apiServer.use(
      answer(cancelSubscription, () => {
        account = aSubscriber({ subscription_canceled: true });
        return { msg: 'ok' };
      }),
    );
    const { person } = renderPayment(() => account);
    await person.click(await button('Cancel'));
    expect(await button('Resuscribe')).toBeDisabled();
    await pass(1000);
    await waitFor(async () => expect(await button('Resuscribe')).toBeEnabled());
    expect(screen.getByRole('heading', { name: 'Subscription' })).toHaveFocus();
  });

  it('a cancellation is shown although the account cannot be reloaded', async () => {
    watchPage();
    let isDown = false;
    apiServer.use(
      answer(cancelSubscription, () => {
        isDown = true;
        return { msg: 'ok' };
      }),
    );
    const { person } = renderPayment(() => {
      if (isDown) throw refuse('SERVER.UNAVAILABLE');
      return aSubscriber();
    });
    await person.click(await button('Cancel'));
    expect(await screen.findByText(/You won't be charged anymore/)).toBeVisible();
  });

  it.each(twoFaults(3))(
    'a failed cancellation after $name is shown in an alert, and works the next time',
    async ({ respond }) => {
      const { alert } = watchPage();
      let account = aSubscriber();
      apiServer.use(http.post('/api/v1/cancel-subscription', respond));
      const { person } = renderPayment(() => account);
      await person.click(await button('Cancel'));
      await waitFor(() => expect(alert.mock.calls).toEqual([[CANCEL_FAILED]]));
      expect(await screen.findByRole('alert')).toHaveTextContent(CANCEL_FAILED);
      apiServer.use(
        answer(cancelSubscription, () => {
          account = aSubscriber({ subscription_canceled: true });
          return { msg: 'ok' };
        }),
      );
      await pass(1000);
      await person.click(await button('Cancel'));
      expect(await screen.findByText(/You won't be charged anymore/)).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});

describe('the provider’s portal', () => {
  it('the banner about a failed payment opens the provider’s portal', async () => {
    const { assign } = watchPage();
    apiServer.use(answer(openPortal, () => ({ url: 'https://billing.example.com/p/1' })));
    const { person } = renderPayment(() => aSubscriber(), 'past_due');
    await person.click(await button('Update your card'));
    await waitFor(() => expect(assign.mock.calls).toEqual([['https://billing.example.com/p/1']]));
    expect(await button('Cancel')).toBeDisabled();
  });

  it('the portal is not opened at an address that is not a web page', async () => {
    const { assign } = watchPage();
    apiServer.use(answer(openPortal, () => ({ url: 'javascript:alert(1)' })));
    const { person } = renderPayment(() => aSubscriber());
    await person.click(await button('Payment details'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment provider sent an address that cannot be opened.');
    expect(assign).not.toHaveBeenCalled();
  });

  it.each(twoFaults(4))('a portal that does not open after $name says why', async ({ respond, text }) => {
    const { assign } = watchPage();
    apiServer.use(http.post('/api/v1/customer-portal', respond));
    const { person } = renderPayment(() => aSubscriber());
    await person.click(await button('Payment details'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(assign).not.toHaveBeenCalled();
    expect(await button('Payment details')).toBeEnabled();
  });
});
