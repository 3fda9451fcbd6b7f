/**
 * Destinations: where files, messages and records go besides this server. A destination has settings, which members see, and
 * secrets, which are sealed when they arrive and never answered again. What is particular to CRMs is in `crm.ts`.
 */
import * as z from 'zod/mini';
import { crmFields } from './crm-fields.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { deliverySchema, MAX_DELIVERIES } from './webhooks.ts';
import { wholeNumber } from './whole-number.ts';

/** Of one member in one workspace. */
export const MAX_DESTINATIONS = 10;
/** Of all members of one workspace. */
export const MAX_WORKSPACE_DESTINATIONS = 50;
export const MAX_DESTINATION_NAME = 80;
/** Destinations that one scheduled export may name. */
export const MAX_EXPORT_DESTINATIONS = 5;
/** Characters of a private key, or of a service account's key file as JSON. */
const MAX_KEY_FILE = 16_384;

export const destinationKinds = ['s3', 'sftp', 'google-sheets', 'slack', 'hubspot', 'salesforce', 'pipedrive'] as const;
export type DestinationKind = (typeof destinationKinds)[number];
/** The labels of kinds on screens, in mails and in the activity. */
export const destinationLabels: Readonly<Record<DestinationKind, string>> = {
  s3: 'S3',
  sftp: 'SFTP',
  'google-sheets': 'Google Sheets',
  slack: 'Slack',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
};
/** Kinds that get the files of scheduled exports. */
export const fileDestinationKinds = ['s3', 'sftp', 'google-sheets'] as const satisfies readonly DestinationKind[];
export const crmKinds = ['hubspot', 'salesforce', 'pipedrive'] as const satisfies readonly DestinationKind[];
export type CrmKind = (typeof crmKinds)[number];

/**
 * What a scheduled export does with what a destination already has. `replace`: it has the newest rows alone. `append`: each
 * run's rows are added. `changes`: rows that are new or different since the last delivery.
 */
export const deliveryModes = ['replace', 'append', 'changes'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

const secretText = z.string().check(z.minLength(1), z.maxLength(500));
const host = lineText(255);

/** What members enter and see, by kind. */
const settings = {
  s3: {
    endpoint: lineText(2_048),
    region: lineText(100),
    bucket: lineText(255),
    prefix: z.optional(lineText(500, 0)),
    access_key_id: lineText(200),
    path_style: z.optional(z.boolean()),
  },
  sftp: { host, port: z.int().check(z.minimum(1), z.maximum(65_535)), username: lineText(200), folder: lineText(1_000) },
  'google-sheets': { spreadsheet_id: lineText(200), sheet: lineText(100) },
  slack: {},
  hubspot: crmFields,
  salesforce: { ...crmFields, instance_url: lineText(2_048), client_id: lineText(500) },
  pipedrive: crmFields,
} as const;

/**
 * What is sealed, by kind. SFTP takes a password or a private key. The key file of a service account is the object that
 * Google gives out as JSON.
 */
const secrets = {
  s3: { secret_access_key: secretText },
  sftp: {
    password: z.optional(secretText),
    private_key: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_KEY_FILE))),
  },
  'google-sheets': {
    service_account: z.looseObject({ client_email: lineText(320), private_key: z.string().check(z.maxLength(MAX_KEY_FILE)) }),
  },
  slack: { url: lineText(2_048) },
  hubspot: { access_token: secretText },
  salesforce: { client_secret: secretText, refresh_token: secretText },
  pipedrive: { api_token: secretText },
} as const;

const name = lineText(MAX_DESTINATION_NAME);

const contentOf = <Kind extends DestinationKind>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), name, ...settings[kind], ...secrets[kind] });

/** A whole destination, as it is created. */
export const destinationContentSchema = z.discriminatedUnion('kind', [
  contentOf('s3'),
  contentOf('sftp'),
  contentOf('google-sheets'),
  contentOf('slack'),
  contentOf('hubspot'),
  contentOf('salesforce'),
  contentOf('pipedrive'),
]);
export type DestinationContent = z.infer<typeof destinationContentSchema>;

/** The fields of a kind that are never answered. */
export const secretFields: { readonly [Kind in DestinationKind]: readonly string[] } = {
  s3: Object.keys(secrets.s3),
  sftp: Object.keys(secrets.sftp),
  'google-sheets': Object.keys(secrets['google-sheets']),
  slack: Object.keys(secrets.slack),
  hubspot: Object.keys(secrets.hubspot),
  salesforce: Object.keys(secrets.salesforce),
  pipedrive: Object.keys(secrets.pipedrive),
};

/** - `paused`: until an owner or admin confirms it, as after a reset of a password. - `disabled`: nothing is sent to it. */
export const destinationStates = ['active', 'paused', 'disabled'] as const;

const common = {
  id: z.uuid(),
  name: z.string(),
  state: z.enum(destinationStates),
  /** Why it is paused or disabled; null: it is active. */
  reason: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The email of the member who made it, or that it was a former member; only in a shared workspace. */
  created_by: z.optional(z.string()),
  /** What was last sent to it, or waits to be; null: nothing. In lists alone. */
  last: z.optional(z.nullable(deliverySchema)),
};
const describedAs = <Kind extends DestinationKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...common, ...settings[kind] });

export const destinationSchema = z.discriminatedUnion('kind', [
  describedAs('s3'),
  z.extend(describedAs('sftp'), {
    /** `SHA256:…` of the server's host key, pinned by the first test; null: not yet. */
    host_key: z.nullable(z.string()),
  }),
  z.extend(describedAs('google-sheets'), {
    /** The address that the spreadsheet must be shared with. */
    service_account_email: z.string(),
  }),
  describedAs('slack'),
  describedAs('hubspot'),
  describedAs('salesforce'),
  describedAs('pipedrive'),
]);
export type Destination = z.infer<typeof destinationSchema>;

/** Changes of a destination. Which fields there are depends on its kind; secrets that are not sent stay. */
const changes = z.partial(
  z.strictObject({
    name,
    /** `active` confirms a paused destination, and enables a disabled one again. */
    state: z.enum(['active', 'disabled']),
    /** SFTP: forgets the pinned host key, so that the next test pins the key that the server has then. */
    host_key: z.null(),
    ...settings.s3,
    ...settings.sftp,
    ...settings['google-sheets'],
    ...settings.salesforce,
    ...secrets.s3,
    ...secrets.sftp,
    ...secrets['google-sheets'],
    ...secrets.slack,
    ...secrets.hubspot,
    ...secrets.salesforce,
    ...secrets.pipedrive,
  }),
);

export const destinationPath = z.strictObject({ destination_id: z.uuid() });
const deliveryPath = z.strictObject({ destination_id: z.uuid(), delivery_id: z.uuid() });

export const listDestinations = endpoint({
  method: 'GET',
  path: '/destinations',
  access: 'verified',
  summary: 'List the destinations of the workspace, newest first',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(destinationSchema), total: z.int() }) },
  errors: [],
});

export const createDestination = endpoint({
  method: 'POST',
  path: '/destinations',
  access: 'subscribed',
  right: 'connect',
  stores: true,
  needsProof: true,
  summary: 'Add a place to which exports, alerts or records are sent',
  body: destinationContentSchema,
  success: { kind: 'json', status: 201, body: destinationSchema },
  errors: [
    'STORAGE.FULL',
    'DESTINATION.LIMIT_REACHED',
    'DESTINATION.ADDRESS_INVALID',
    'DESTINATION.ADDRESS_PRIVATE',
    'VIEW.NOT_FOUND',
    'ROW_LIST.NOT_FOUND',
    'AUTH.PROOF_NEEDED',
  ],
  rateLimit: { max: 60, windowSeconds: 600 },
});

export const updateDestination = endpoint({
  method: 'PATCH',
  path: '/destinations/{destination_id}',
  access: 'subscribed',
  right: 'connect',
  stores: true,
  needsProof: true,
  summary: 'Change a destination; a new address needs its secrets again, and `active` confirms a paused one',
  params: destinationPath,
  body: changes,
  success: { kind: 'json', status: 200, body: destinationSchema },
  errors: [
    'STORAGE.FULL',
    'DESTINATION.NOT_FOUND',
    'DESTINATION.ADDRESS_INVALID',
    'DESTINATION.ADDRESS_PRIVATE',
    'DESTINATION.SECRET_NEEDED',
    'VIEW.NOT_FOUND',
    'ROW_LIST.NOT_FOUND',
    'AUTH.PROOF_NEEDED',
  ],
  rateLimit: { max: 120, windowSeconds: 600 },
});

export const deleteDestination = endpoint({
  method: 'DELETE',
  path: '/destinations/{destination_id}',
  access: 'verified',
  right: 'connect',
  stores: false,
  summary: 'Delete a destination and its deliveries; what was sent stays where it is',
  params: destinationPath,
  success: { kind: 'empty', status: 204 },
  errors: ['DESTINATION.NOT_FOUND'],
});

export const testDestination = endpoint({
  method: 'POST',
  path: '/destinations/{destination_id}/test',
  access: 'subscribed',
  right: 'connect',
  stores: false,
  turn: 'own',
  summary: 'Try a destination: sign in, and write and remove something small, or send a message',
  params: destinationPath,
  success: {
    kind: 'json',
    status: 200,
    /** `error` says in a sentence what failed. */
    body: z.object({ ok: z.boolean(), error: z.optional(z.string()) }),
  },
  errors: ['DESTINATION.NOT_FOUND', 'DESTINATION.DISABLED'],
  rateLimit: { max: 20, windowSeconds: 600 },
});

export const listDestinationDeliveries = endpoint({
  method: 'GET',
  path: '/destinations/{destination_id}/deliveries',
  access: 'verified',
  summary: 'List what was sent to a destination in the last 30 days, newest first',
  params: destinationPath,
  query: z.strictObject({
    page: z.optional(wholeNumber(1, 10_000)),
    per_page: z.optional(wholeNumber(1, MAX_DELIVERIES)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(deliverySchema), total: z.int(), page: z.int(), per_page: z.int() }),
  },
  errors: ['DESTINATION.NOT_FOUND'],
});

export const repeatDestinationDelivery = endpoint({
  method: 'POST',
  path: '/destinations/{destination_id}/deliveries/{delivery_id}/again',
  access: 'subscribed',
  right: 'connect',
  stores: true,
  summary: 'Send again what failed, or was sent',
  params: deliveryPath,
  success: { kind: 'json', status: 200, body: deliverySchema },
  errors: ['STORAGE.FULL', 'DESTINATION.NOT_FOUND', 'DESTINATION.DELIVERY_NOT_FOUND', 'DESTINATION.DISABLED'],
  rateLimit: { max: 120, windowSeconds: 600 },
});
