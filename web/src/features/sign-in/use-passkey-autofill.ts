import { useEffect, useEffectEvent } from 'react';
import { canUsePasskeys } from '../../lib/passkeys/passkey-support.ts';
import type { PasskeySignIn } from './sign-in-by-passkey.ts';

/** The time after which a challenge is renewed, below the five minutes for which it is valid. */
const RENEW_MS = 4 * 60_000;

/**
 * Offers passkeys in the list of the email field, in browsers that can.
 * @param isEnabled false while something else is under way
 */
export function usePasskeyAutofill(isEnabled: boolean, onOutcome: (outcome: PasskeySignIn) => void): void {
  const report = useEffectEvent(onOutcome);

  useEffect(() => {
    if (!isEnabled || !canUsePasskeys()) return;
    let stop = new AbortController();

    async function offer({ signal }: AbortController): Promise<void> {
      if (!(await hasAutofill()) || signal.aborted) return;
      // Without it, the button still tries to load it and says what fails.
      const loaded = await import('./sign-in-by-passkey.ts').catch(() => null);
      if (loaded === null || signal.aborted) return;
      const outcome = await loaded.offerPasskeys(signal);
      if (outcome.kind !== 'cancelled') report(outcome);
    }

    void offer(stop);
    const renewal = window.setInterval(() => {
      stop.abort();
      stop = new AbortController();
      void offer(stop);
    }, RENEW_MS);
    return () => {
      stop.abort();
      window.clearInterval(renewal);
    };
  }, [isEnabled]);
}

async function hasAutofill(): Promise<boolean> {
  const { PublicKeyCredential: known } = window;
  return typeof known.isConditionalMediationAvailable === 'function' && (await known.isConditionalMediationAvailable());
}
