/** Alerts: the changes that an account wants to be notified of. Their messages are in `alert-messages.ts`. */
import * as z from 'zod/mini';
import { alertChanges, alertMessageSchema } from './alert-messages.ts';
import { timeOfDay, timeZone } from './digest-time.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { networkNames } from './sources.ts';
import { basedOnInput, sharedFields, visibilityInput } from './visibility.ts';
import { wholeNumber } from './whole-number.ts';

/** Alerts that one member made. */
export const MAX_ALERTS = 50;
/** Alerts of a workspace, of all its members. */
export const MAX_WORKSPACE_ALERTS = 1_000;
export const alertFrequencies = ['instant', 'daily', 'weekly'] as const;
export const alertChannels = ['app', 'mail', 'webhook', 'slack'] as const;
export type AlertChannel = (typeof alertChannels)[number];

const reference = z.string().check(z.minLength(1), z.maxLength(40));
/**
 * The watched rows or events: a saved view (own or opened by its link), a list, a tracked name, the trends, or collected
 * people.
 */
export const watchSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), id: reference }),
  z.strictObject({ kind: z.literal('list'), id: z.union([reference, z.int()]) }),
  z.strictObject({ kind: z.literal('trends') }),
  z.strictObject({ kind: z.literal('people') }),
  z.strictObject({
    kind: z.literal('source'),
    network: z.enum(networkNames),
    name: lineText(100),
  }),
]);
export type Watch = z.infer<typeof watchSchema>;

const several = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.pipe(
    z.array(z.enum(names)).check(z.minLength(1), z.maxLength(10)),
    z.transform((chosen) => names.filter((name): name is Names[number] => chosen.includes(name))),
  );

const content = {
  name: lineText(80),
  watch: watchSchema,
  on: several(alertChanges),
  /**
   * Changes of other columns are not reported; by default all are. For people and trends, the columns are those in
   * `alert-fields.ts`. Names that the watched rows do not have are refused.
   */
  fields: z.optional(
    z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(60))),
  ),
  every: z.enum(alertFrequencies),
  /** Digests only: the time of day, on Mondays if they are weekly. */
  at: z.optional(timeOfDay),
  /** Digests only: the zone of `at`. */
  zone: z.optional(timeZone),
  /** Mails go to the author. */
  by: several(alertChannels),
  /** The Slack destination that gets its messages: needed with `slack` in `by`, and only then. */
  destination_id: z.optional(z.nullable(z.uuid())),
  visibility: visibilityInput,
};

export const alertSchema = z.object({
  id: z.int(),
  name: z.string(),
  watch: watchSchema,
  on: z.array(z.enum(alertChanges)),
  /** null: all columns. */
  fields: z.nullable(z.array(z.string())),
  every: z.enum(alertFrequencies),
  at: z.string(),
  zone: z.string(),
  by: z.array(z.enum(alertChannels)),
  /** The Slack destination; null: none. */
  destination_id: z.nullable(z.uuid()),
  /** `ended`: what it watched was deleted. */
  state: z.enum(['active', 'ended']),
  /** When the next digest is due; null: the alert notifies at once, or has ended. */
  next_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  /** `created_at` where it was never changed; absent where a server of an earlier version answers. */
  updated_at: z.optional(z.iso.datetime()),
  ...sharedFields,
});
export type Alert = z.infer<typeof alertSchema>;

const alertPath = z.strictObject({ alert_id: wholeNumber(1, Number.MAX_SAFE_INTEGER) });

export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'verified',
  apiKey: 'counted',
  summary: 'List the alerts that you see, your own and those that are shared, newest first',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(alertSchema), total: z.int() }) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const createAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'subscribed',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Watch a view, a list, a tracked name, the trends, or collected people',
  body: z.strictObject(content),
  success: { kind: 'json', status: 201, body: alertSchema },
  errors: [
    'STORAGE.FULL',
    'ALERT.LIMIT_REACHED',
    'ALERT.NOTHING_TO_WATCH',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.WRONG_KIND',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
});

export const updateAlert = endpoint({
  method: 'PATCH',
  path: '/alerts/{alert_id}',
  access: 'subscribed',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary:
    'Change an alert, or share it; what it watches begins anew if that changes; only its author and admins make a shared alert private',
  params: alertPath,
  body: z.extend(z.partial(z.strictObject(content)), { based_on: basedOnInput }),
  success: { kind: 'json', status: 200, body: alertSchema },
  errors: [
    'STORAGE.FULL',
    'ALERT.NOT_FOUND',
    'ALERT.NOTHING_TO_WATCH',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.WRONG_KIND',
    'WORKSPACE.CHANGED_MEANWHILE',
    'WORKSPACE.ROLE_MISSING',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
});

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/alerts/{alert_id}',
  access: 'verified',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete an alert and its messages',
  params: alertPath,
  success: { kind: 'empty', status: 204 },
  errors: ['ALERT.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const testAlert = endpoint({
  method: 'POST',
  path: '/alerts/{alert_id}/test',
  access: 'subscribed',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Send a test message in every way the alert tells',
  params: alertPath,
  success: { kind: 'json', status: 200, body: alertMessageSchema },
  errors: ['STORAGE.FULL', 'ALERT.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
  rateLimit: { max: 10, windowSeconds: 600 },
});

/** RFC 8058: mail programs post a form to it. Opening the page only asks. */
export const unsubscribeAlert = endpoint({
  method: 'POST',
  path: '/alerts/unsubscribe/{token}',
  access: 'public',
  stores: false,
  summary: 'End the mails of an alert, by the link in one of them',
  params: z.strictObject({ token: z.string().check(z.minLength(10), z.maxLength(200), z.regex(/^[\w.-]+$/)) }),
  bodyLimit: 4096,
  streamBody: true,
  turn: 'change',
  success: { kind: 'empty', status: 204 },
  errors: ['ALERT.NOT_FOUND'],
  rateLimit: { max: 60, windowSeconds: 60 },
});
