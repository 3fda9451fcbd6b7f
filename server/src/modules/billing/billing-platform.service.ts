/** The platform with the configured payment provider and billing's repository, built once per application. */
import type { Platform } from '../../platform.ts';
import { type BillingRepository, createBillingRepository } from './billing.repository.ts';
import type { BillingProvider } from './provider.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox/sandbox-provider.ts';
import { createStripeClient } from './stripe/stripe-client.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';

/** Called after a failure without consequences. */
export type OnWarning = (error: unknown, message: string) => void;

export interface BillingPlatform extends Platform {
  /** The provider; null: nothing is sold. */
  readonly provider: SandboxProvider | (BillingProvider & { readonly name: 'stripe' }) | null;
  readonly billing: BillingRepository;
}

export function createBillingPlatform(platform: Platform, onWarning: OnWarning): BillingPlatform {
  return {
    ...platform,
    provider: createProvider(platform, onWarning),
    billing: createBillingRepository(platform.database),
  };
}

function createProvider(platform: Platform, onWarning: OnWarning): BillingPlatform['provider'] {
  const { config, secrets, now } = platform;
  const { mode, stripe } = config.billing;
  if (mode === 'sandbox') return createSandboxProvider(platform);
  if (stripe === null) return null;
  const client = createStripeClient(stripe);
  return {
    ...createStripeProvider({ settings: stripe, client, publicUrl: config.publicUrl, secrets, now, onWarning }),
    name: 'stripe',
  };
}
