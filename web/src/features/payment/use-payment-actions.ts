/**
 * What the payment screen's buttons do, one at a time: go to the checkout, cancel, go to the provider's
 * portal. Addresses in answers are followed only where `leave-for.ts` lets them.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { cancelSubscription, createCheckoutSession, openPortal, redirectToCheckout } from '@leadloom/shared/contract/billing';
import { fillPath } from '@leadloom/shared/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { meQueryKey, useRefreshMe } from '../../lib/account/use-me.ts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { billingQueryKey } from '../../lib/billing/use-billing.ts';
import { isSafeDestination, leaveFor } from '../../lib/leave-for.ts';
import { API_BASE } from '../../lib/paths.ts';

const CANCEL_FAILED = 'An error occurred while cancelling the subscription';
const PORTAL_REFUSED = 'The payment provider sent an address that cannot be opened.';
/** The next page should have replaced this one by then; if not, the person stopped it. */
const LEAVING_MS = 10_000;
/** Cancel and its opposite stand in the same place: the second half of a double click must not hit the other. */
const SETTLE_MS = 1000;

export interface PaymentActions {
  readonly isBusy: boolean;
  /** Why the last one did not work. */
  readonly failure: string | null;
  readonly checkOut: () => void;
  readonly cancel: (subscriptionId: string) => void;
  readonly openPortal: () => void;
}

export function usePaymentActions(): PaymentActions {
  const queryClient = useQueryClient();
  const refreshMe = useRefreshMe();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);
  const leaving = useRef<AbortController>(null);

  const refresh = useCallback(async () => {
    void queryClient.invalidateQueries({ queryKey: billingQueryKey });
    // What is shown stays; whoever looks next asks again.
    await refreshMe().catch(() => undefined);
  }, [queryClient, refreshMe]);

  useEffect(() => {
    // Browsers bring a left page back as it was, with its buttons busy.
    function onPageShow({ persisted }: PageTransitionEvent): void {
      if (!persisted) return;
      leaving.current?.abort();
      void refresh();
    }
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [refresh]);

  // The action is aborted at the moment the screen is left, not some time after.
  useLayoutEffect(() => () => leaving.current?.abort(), []);

  /** Runs one action; a second press while it runs does nothing. */
  function run(action: () => Promise<string | null>): void {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    action()
      .then(setFailure)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  }

  /** Asks for an address and goes there. Leaving the screen before it is known means not going. */
  async function goTo(ask: (signal: AbortSignal) => Promise<string | null>): Promise<string | null> {
    const controller = new AbortController();
    leaving.current = controller;
    try {
      const url = await ask(controller.signal);
      if (url === null) return PORTAL_REFUSED;
      leaveFor(url);
      await wait(LEAVING_MS, controller.signal);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.code === 'CLIENT.ABORTED' ? null : error.message;
    }
  }

  const checkOut = () =>
    run(async () => {
      const problem = await goTo(async (signal) => {
        const { id, url } = await call(createCheckoutSession, {}, { signal });
        if (url !== null && isSafeDestination(url)) return url;
        return API_BASE + fillPath(redirectToCheckout.path, { id });
      });
      if (problem !== null) {
        void refresh();
        window.alert(problem);
      }
      return problem;
    });

  const cancel = (subscriptionId: string) =>
    run(async () => {
      const [problem] = await Promise.all([cancelAndRefresh(subscriptionId), wait(SETTLE_MS)]);
      return problem;
    });

  async function cancelAndRefresh(subscriptionId: string): Promise<string | null> {
    try {
      await call(cancelSubscription, { body: { subscription_id: subscriptionId } });
      queryClient.setQueryData<User>(meQueryKey, (user) => user && { ...user, subscription_canceled: true });
      await refresh();
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void refresh();
      window.alert(CANCEL_FAILED);
      return CANCEL_FAILED;
    }
  }

  const goToPortal = () =>
    run(() =>
      goTo(async (signal) => {
        const { url } = await call(openPortal, {}, { signal });
        return isSafeDestination(url) ? url : null;
      }),
    );

  return { isBusy, failure, checkOut, cancel, openPortal: goToPortal };
}

/** Ends early, without an error, when the signal says so. */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}
