/** Signatures of the sandbox: of its events, in Stripe's format, and of the forms on its pages. */
import { z } from 'zod';
import { deriveKeys, type SecretRing } from '../../../crypto/secret-ring.ts';
import { isSignedBy, sign } from '../../../crypto/signature.ts';
import { AppError } from '../../../http/app-error.ts';
import type { ProviderEvent } from '../provider.ts';

const TOLERANCE_SECONDS = 300;

const eventSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  created: z.iso.datetime(),
  customer: z.string(),
  subscription: z.string(),
  failed_invoice: z.string().nullable(),
});

export interface SignedEvent {
  readonly body: Buffer;
  readonly signature: string;
}

export type SandboxKeys = ReturnType<typeof createSandboxKeys>;

/** @param secret the server's; nobody else can create these signatures */
export function createSandboxKeys(secrets: SecretRing) {
  const eventKeys = deriveKeys(secrets, 'sandbox event');
  const formKeys = deriveKeys(secrets, 'sandbox form');
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

  return {
    signEvent(event: ProviderEvent, now: Date): SignedEvent {
      const { id, type, createdAt, customerId, subscriptionId, failedInvoiceId } = event;
      const body = JSON.stringify({
        id,
        type,
        created: createdAt.toISOString(),
        customer: customerId,
        subscription: subscriptionId,
        failed_invoice: failedInvoiceId,
      });
      const time = seconds(now);
      return { body: Buffer.from(body), signature: `t=${time},v1=${sign(eventKeys, `${time}.${body}`)}` };
    },

    /** @throws {AppError} BILLING.SIGNATURE_INVALID */
    readEvent(body: Buffer, signature: string | undefined, now: Date): ProviderEvent {
      const [, time = '', proof = ''] = /^t=(\d{1,12}),v1=([\w-]{1,100})$/.exec(signature ?? '') ?? [];
      const isInTime = time !== '' && Math.abs(Number(time) - seconds(now)) <= TOLERANCE_SECONDS;
      const text = body.toString('utf8');
      if (!isInTime || !isSignedBy(eventKeys, `${time}.${text}`, proof)) throw new AppError('BILLING.SIGNATURE_INVALID');
      const event = eventSchema.parse(JSON.parse(text));
      return {
        id: event.id,
        type: event.type,
        createdAt: new Date(event.created),
        customerId: event.customer,
        subscriptionId: event.subscription,
        failedInvoiceId: event.failed_invoice,
      };
    },

    /** The value of a hidden field of a page's forms; it is valid for this page and session. */
    formToken: (page: string, sessionId: string): string => sign(formKeys, `${sessionId} ${page}`),
    isFormTokenOf: (page: string, sessionId: string, token: string): boolean =>
      isSignedBy(formKeys, `${sessionId} ${page}`, token),
  };
}
