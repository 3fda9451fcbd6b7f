/** Webhooks: addresses that get events in signed requests, after the Standard Webhooks specification. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { wholeNumber } from './whole-number.ts';

/** Of one member in one workspace. */
export const MAX_WEBHOOKS = 10;
/** Of all members of one workspace. */
export const MAX_WORKSPACE_WEBHOOKS = 50;
export const MAX_WEBHOOK_URL = 2_048;
/** Days a delivery is kept. */
export const DELIVERIES_RETENTION_DAYS = 30;
/** Deliveries on a page. */
export const MAX_DELIVERIES = 100;
export const DEFAULT_DELIVERIES = 25;
/** Ids that an event of changed rows names; its counts are of all. */
export const MAX_CHANGED_IDS = 1_000;
/** Hours in which a replaced secret still signs. */
export const OLD_SECRET_HOURS = 24;

export const webhookEvents = [
  'table.rows_changed',
  'alert.fired',
  'profile.collected',
  'profile.changed',
  'trend.found',
  'trend.rising',
  'export.finished',
  'import.finished',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** The labels of events on screens and in mails. */
export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'table.rows_changed': 'Rows of a table changed',
  'alert.fired': 'An alert fired',
  'profile.collected': 'A profile was collected',
  'profile.changed': 'A collected profile changed',
  'trend.found': 'A trend was found',
  'trend.rising': 'A trend is rising',
  'export.finished': 'An export finished',
  'import.finished': 'An import finished',
};

/** This event is only sent on request. */
export const TEST_EVENT = 'webhook.test';

const events = z.pipe(
  z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(50)),
  z.transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
);
const url = lineText(MAX_WEBHOOK_URL);

/**
 * - `paused`: the password of whoever made it was reset, or they left the workspace or may no longer connect. What happens waits
 *   until somebody who may connect confirms the webhook.
 * - `disabled`: it is told nothing.
 */
export const webhookStates = ['active', 'paused', 'disabled'] as const;
/** `active` confirms a paused webhook, and enables a disabled one again. */
const chosenStates = ['active', 'disabled'] as const;

export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  /** Why it is paused or disabled; null: it is active. */
  reason: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The email of the member who made it, or that it was a former member; only in a shared workspace. */
  created_by: z.optional(z.string()),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The secret is in the answers of creating and rotating alone. */
export const webhookWithSecretSchema = z.extend(webhookSchema, { secret: z.string() });

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

export const deliverySchema = z.object({
  /** The same in `webhook-id` of every try. */
  id: z.uuid(),
  event: z.string(),
  created_at: z.iso.datetime(),
  state: z.enum(deliveryStates),
  /** Oldest first. */
  tries: z.array(
    z.object({
      at: z.iso.datetime(),
      /** The status of the response; null: there was none. */
      status: z.nullable(z.int()),
      /** Why the try failed; null: it did not. */
      error: z.nullable(z.string()),
      /** Milliseconds from the first byte to the end of the response. */
      ms: z.int(),
      /** The first 1,024 bytes of the answer; null: there was none. */
      answer: z.nullable(z.string()),
    }),
  ),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;
export type DeliveryTry = WebhookDelivery['tries'][number];

const webhookPath = z.strictObject({ webhook_id: z.uuid() });
const deliveryPath = z.strictObject({ webhook_id: z.uuid(), delivery_id: z.uuid() });
const json = <const Status extends 200 | 201, Body extends z.ZodMiniType>(status: Status, body: Body) =>
  ({ kind: 'json', status, body }) as const;

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  access: 'verified',
  apiKey: 'counted',
  keyRight: 'write',
  summary: 'List your webhooks, newest first',
  success: json(200, z.object({ data: z.array(webhookSchema), total: z.int() })),
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  needsProof: true,
  summary: 'Be told of events by requests to an address; the answer has the secret that signs them',
  body: z.strictObject({ url, events }),
  success: json(201, webhookWithSecretSchema),
  errors: [
    'STORAGE.FULL',
    'WEBHOOK.LIMIT_REACHED',
    'WEBHOOK.URL_INVALID',
    'WEBHOOK.URL_PRIVATE',
    'AUTH.PROOF_NEEDED',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
  rateLimit: { max: 60, windowSeconds: 600 },
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  needsProof: true,
  summary: 'Change a webhook; `active` confirms it after a reset of the password, and begins anew after it was disabled',
  params: webhookPath,
  body: z.partial(z.strictObject({ url, events, state: z.enum(chosenStates) })),
  success: json(200, webhookSchema),
  errors: ['WEBHOOK.NOT_FOUND', 'WEBHOOK.URL_INVALID', 'WEBHOOK.URL_PRIVATE', 'AUTH.PROOF_NEEDED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 120, windowSeconds: 600 },
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  access: 'verified',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete a webhook and its deliveries',
  params: webhookPath,
  success: { kind: 'empty', status: 204 },
  errors: ['WEBHOOK.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/test',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Send a test event',
  params: webhookPath,
  success: json(200, deliverySchema),
  errors: ['STORAGE.FULL', 'WEBHOOK.NOT_FOUND', 'WEBHOOK.DISABLED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 20, windowSeconds: 600 },
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate-secret',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  needsProof: true,
  stores: false,
  summary: 'Make a new secret; the old one signs beside it for 24 hours',
  params: webhookPath,
  success: json(200, webhookWithSecretSchema),
  errors: ['WEBHOOK.NOT_FOUND', 'AUTH.PROOF_NEEDED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 20, windowSeconds: 600 },
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  access: 'verified',
  apiKey: 'counted',
  keyRight: 'write',
  summary: 'List what a webhook was told in the last 30 days, newest first',
  params: webhookPath,
  query: z.strictObject({
    page: z.optional(wholeNumber(1, 10_000)),
    per_page: z.optional(wholeNumber(1, MAX_DELIVERIES)),
  }),
  success: json(200, z.object({ data: z.array(deliverySchema), total: z.int(), page: z.int(), per_page: z.int() })),
  errors: ['WEBHOOK.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const repeatWebhookDelivery = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/again',
  access: 'subscribed',
  right: 'connect',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Send a delivery again, with the same id',
  params: deliveryPath,
  success: json(200, deliverySchema),
  errors: ['STORAGE.FULL', 'WEBHOOK.NOT_FOUND', 'WEBHOOK.DELIVERY_NOT_FOUND', 'WEBHOOK.DISABLED', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 120, windowSeconds: 600 },
});
