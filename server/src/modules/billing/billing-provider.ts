/** The provider the settings ask for, one for each platform, so that its connections are shared. */
import type { Platform } from '../../platform.ts';
import type { BillingProvider } from './provider.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox/sandbox-provider.ts';
import { createStripeClient } from './stripe/stripe-client.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';

/** `null`: nothing is sold. */
export type AnyProvider = SandboxProvider | (BillingProvider & { readonly name: 'stripe' }) | null;

/** Told of what went wrong without harm. */
export type OnWarning = (error: unknown, message: string) => void;

interface Chosen {
  readonly provider: AnyProvider;
  onWarning: OnWarning;
}

const chosen = new WeakMap<Platform, Chosen>();

export function providerOf(platform: Platform): AnyProvider {
  return chosenFor(platform).provider;
}

/** Where the provider's warnings go from now on; nowhere until then. */
export function listenToWarnings(platform: Platform, onWarning: OnWarning): void {
  chosenFor(platform).onWarning = onWarning;
}

function chosenFor(platform: Platform): Chosen {
  const known = chosen.get(platform);
  if (known !== undefined) return known;
  const entry: Chosen = {
    provider: create(platform, (error, message) => entry.onWarning(error, message)),
    onWarning: () => undefined,
  };
  chosen.set(platform, entry);
  return entry;
}

function create(platform: Platform, onWarning: OnWarning): AnyProvider {
  const { config, secret, now } = platform;
  const { mode, stripe } = config.billing;
  if (mode === 'sandbox') return createSandboxProvider(platform);
  if (stripe === null) return null;
  const client = createStripeClient(stripe);
  return {
    ...createStripeProvider({ settings: stripe, client, publicUrl: config.publicUrl, secret, now, onWarning }),
    name: 'stripe',
  };
}
