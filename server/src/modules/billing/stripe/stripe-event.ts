/**
 * Reads Stripe's webhooks. The signature covers the exact bytes, uses one of the configured secrets, is at most
 * 300 s old, and is not from the future, which the library does not check. Only ids are taken from the body.
 */
import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import type { ProviderEvent } from '../provider.ts';

/** How many seconds a signature is valid, and how many our clock may be behind. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

interface Signed {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly secrets: readonly string[];
  readonly now: Date;
}

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();
const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int().nonnegative(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
const checkoutSchema = z.object({ customer: reference, subscription: reference });
const subscriptionSchema = z.object({ id: z.string(), customer: reference });
const invoiceSchema = z.object({
  id: z.string(),
  customer: reference,
  billing_reason: z.string().nullish(),
  // The field is here since 2025-03-31.basil.
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
});

/** @throws {AppError} BILLING.SIGNATURE_INVALID */
export function verifyStripeEvent(webhooks: Stripe['webhooks'], { body, signature, secrets, now }: Signed): unknown {
  if (signature === undefined || !isInTime(signature, now)) throw new AppError('BILLING.SIGNATURE_INVALID');
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_SECONDS, undefined, now.getTime());
    } catch {
      // The sender only learns that it was refused, not why.
    }
  }
  throw new AppError('BILLING.SIGNATURE_INVALID');
}

/** Fails closed if the header has no time, several times, or one that is not a number. */
function isInTime(signature: string, now: Date): boolean {
  const times = signature.split(',').flatMap((part) => (part.trim().startsWith('t=') ? [part.trim().slice(2)] : []));
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  return Math.abs(Number(time) - Math.floor(now.getTime() / 1000)) <= SIGNATURE_TOLERANCE_SECONDS;
}

/**
 * Reads an event; null for a type that does not concern a subscription.
 * @throws {AppError} BILLING.SIGNATURE_INVALID if it is
 * not an event
 */
export function readStripeEvent(value: unknown): ProviderEvent | null {
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) throw new AppError('BILLING.SIGNATURE_INVALID', { cause: parsed.error });
  const { id, type, created, data } = parsed.data;
  const event = { id, type, createdAt: new Date(created * 1000), failedInvoiceId: null };
  if (/^checkout\.session\.(completed|async_payment_succeeded|async_payment_failed)$/.test(type)) {
    const { customer, subscription } = checkoutSchema.parse(data.object);
    return { ...event, customerId: customer ?? null, subscriptionId: subscription ?? null };
  }
  if (/^customer\.subscription\.(created|updated|deleted|paused|resumed)$/.test(type)) {
    const subscription = subscriptionSchema.parse(data.object);
    return { ...event, customerId: subscription.customer ?? null, subscriptionId: subscription.id };
  }
  if (/^invoice\.(paid|payment_failed|payment_action_required)$/.test(type)) {
    const invoice = invoiceSchema.parse(data.object);
    return {
      ...event,
      customerId: invoice.customer ?? null,
      subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
      // If the first payment fails, the buyer sees it at the checkout.
      failedInvoiceId: type !== 'invoice.paid' && invoice.billing_reason !== 'subscription_create' ? invoice.id : null,
    };
  }
  return null;
}
