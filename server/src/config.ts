/**
 * The operator's settings, read once at start from the environment. An invalid setting stops the start with one
 * line that names it. Nothing else in the server reads the environment. The file is long because it lists every
 * setting with its rules.
 */
import { accessSync, constants } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { type OpenSourceId, openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import { type CountryCode, isCountryCode } from '@leadloom/shared/domain/countries';
import { isUnreadMailbox } from '@leadloom/shared/domain/unread-mailbox';
import { z } from 'zod';
import { parseSecrets, type SecretRing } from './crypto/secret-ring.ts';
import { isLoopbackHost } from './http/loopback.ts';
import { readEmailAddress } from './mail/email-address.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const count = wholeNumber(0, 1_000_000);
/** The default address for support; nobody reads its mail. */
export const NOBODYS_EMAIL = 'support@leadloom.example';
const origin = z
  .string()
  .refine(isOrigin, 'must be an address such as https://leads.example.com, without a path')
  .transform((text) => new URL(text).origin);

/**
 * `loopback`, addresses and networks, separated by commas. Never "everybody": any client could then choose its
 * own address.
 */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every(isProxyEntry),
    'must be "loopback", addresses or networks such as 10.0.0.0/8, separated by commas',
  );

/** Codes of ISO 3166-1, in either case, separated by commas. */
const countries = z.string().transform((text, context): CountryCode[] => {
  const codes = text.split(',').map((entry) => entry.trim().toUpperCase());
  const unknown = codes.find((code) => !isCountryCode(code));
  if (unknown !== undefined) {
    const message = `must be ISO codes of countries such as NL,PL,CH; ${JSON.stringify(unknown)} is none`;
    context.addIssue({ code: 'custom', message });
  }
  return codes.filter(isCountryCode);
});

const priceId = z.string().regex(/^[\w-]{3,255}$/, 'must be the id of a price, such as price_…');

/** There are several while one is being replaced: events signed with any of them are accepted. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every((entry) => /^\S{8,}$/.test(entry)), 'must be one or more secrets, separated by commas');

/** Hexadecimal, separated by commas, the newest first. */
const secretRing = z.string().transform((text, context): SecretRing => {
  try {
    return parseSecrets(text.split(',').map((entry) => entry.trim()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: 'custom', message: `must be secrets separated by commas: ${reason}` });
    return z.NEVER;
  }
});

/** Email addresses separated by commas, in the form in which accounts are stored. */
const emails = z.string().transform((text, context): string[] => {
  const read = text.split(',').map((entry) => ({ entry: entry.trim(), email: readEmailAddress(entry) }));
  const wrong = read.find(({ email }) => email === null);
  if (wrong !== undefined) {
    const message = `must be email addresses separated by commas; ${JSON.stringify(wrong.entry)} is none`;
    context.addIssue({ code: 'custom', message });
  }
  return read.flatMap(({ email }) => email ?? []);
});

const contactAddress = z.string().transform((text, context): string => {
  const email = readEmailAddress(text.trim());
  if (email !== null && !isUnreadMailbox(email)) return email;
  context.addIssue({ code: 'custom', message: 'must be an email address that somebody reads' });
  return z.NEVER;
});

/** What `sslmode` may say. PostgreSQL's `allow` and `prefer` would fall back to no encryption at all. */
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** The certificates the system trusts, instead of a file. */
const SYSTEM_CERTIFICATES = 'system';

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/database' })
  .superRefine((url, context) => {
    const problem = tlsProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** Addresses of databases, separated by commas. */
const databaseUrls = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(z.array(databaseUrl));

/** A distributed engine that holds a copy of the large tables, reached by its HTTP interface. */
const columnStoreUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://user:password@clickhouse.example.com:8443',
});
/** A name that stands in statements as it is. */
const identifier = z.string().regex(/^[A-Za-z_]\w{0,62}$/, 'must be a name of letters, digits and underscores');
const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** In milliseconds. */
const duration = z.string().transform((text, context): number => {
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (number !== undefined && (unit === 's' || unit === 'm' || unit === 'h')) return Number(number) * MILLISECONDS[unit];
  context.addIssue({ code: 'custom', message: 'must be a number of seconds, minutes or hours, such as 90s, 30m or 1h' });
  return z.NEVER;
});

/** The issuer as its tokens name it: plain http only on this machine. */
const issuer = z.string().refine(isIssuer, 'must be an https address without query, or an http address on loopback');
/** Origins, separated by commas. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(z.array(origin));

/** `group:role@workspace`, separated by commas. A name of a group may contain colons, and no comma. */
const oidcGroups = z.string().transform((text, context): OidcGroup[] =>
  text.split(',').flatMap((entry) => {
    const [, group, role, id] = /^\s*(\S|\S.*\S):(admin|member|viewer)@([1-9]\d{0,14})\s*$/.exec(entry) ?? [];
    if (group !== undefined && isGroupRole(role)) return [{ group, role, workspaceId: Number(id) }];
    const form = 'must be groups such as sales:member@12,leads:admin@12, with the roles admin, member or viewer';
    context.addIssue({ code: 'custom', message: `${form}; ${JSON.stringify(entry.trim())} is none` });
    return [];
  }),
);

const token = z.string().regex(/^[\w.~+/=-]{16,}$/, 'must be 16 or more letters, digits or any of _ . ~ + / = -');

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The address of the app, also used for links in mails. Default: http://localhost:PORT */
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  /** The secrets, where several servers use one database. Unset: those in DATA_DIR/secrets. */
  SECRETS: secretRing.optional(),
  /** Unset: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: databaseUrl.optional(),
  /** Reaches the same database without the connection pooler that DATABASE_URL leads to. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Replicas of the same database, for reading. */
  DATABASE_REPLICA_URLS: databaseUrls.default([]),
  /** Connections for requests; as many again read lists, here and from each replica. */
  DATABASE_POOL: wholeNumber(8, 1000).default(16),
  /** Where the programs of an older PostgreSQL are, to upgrade the embedded database; unset: in the usual places. */
  OLD_POSTGRES_BIN: z.string().min(1).optional(),
  /** What this server does, where there are several: `web` answers requests, `jobs` runs background jobs. */
  SERVER_ROLE: z.enum(['all', 'web', 'jobs'], 'must be all, web or jobs').default('all'),
  /** Lets `smtp://` send without TLS. */
  SMTP_PLAIN: z.enum(['on', 'off'], 'must be on or off').default('off'),
  /** Unset: every mail is a file in DATA_DIR/outbox, shown at /outbox to anyone with its token. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).default('Leadloom <leadloom@localhost>'),
  TRIAL_DAYS: wholeNumber(0, 3650).default(14),
  TRIAL_REQUEST_LIMIT: count.default(1000),
  TRIAL_EXPORT_LIMIT: count.default(1000),
  /** The payment provider. Unset: the sandbox with the embedded database, otherwise none. */
  BILLING: z.enum(['sandbox', 'stripe', 'off'], 'must be sandbox, stripe or off').optional(),
  /** Allows the sandbox, which only takes test money, to run at a public address. */
  ALLOW_SANDBOX: z.enum(['on', 'off'], 'must be on or off').default('off'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^\S{8,}$/, 'must be a Stripe secret key')
    .optional(),
  STRIPE_WEBHOOK_SECRET: secrets.optional(),
  STRIPE_PRICE_EUR: priceId.optional(),
  STRIPE_PRICE_USD: priceId.optional(),
  /** Replaces Stripe's own address with that of a stand-in. */
  STRIPE_API_URL: origin.optional(),
  PLAN_NAME: z.string().trim().min(1).max(60, 'must have at most 60 characters').default('Pro'),
  PLAN_REQUEST_LIMIT: count.default(10_000),
  PLAN_EXPORT_LIMIT: count.default(10_000),
  /** The sandbox's monthly price, in cents. */
  PLAN_AMOUNT_EUR: count.default(4900),
  PLAN_AMOUNT_USD: count.default(4900),
  /** A sample account, and sample rows in empty tables; by default only with the embedded database. */
  SAMPLE_DATA: z.enum(['on', 'off'], 'must be on or off').optional(),
  /** Countries offered in the profile after the twenty default countries. */
  EXTRA_COUNTRIES: countries.default([]),
  /** How long LinkedIn's raw answers are kept; 0 keeps none. */
  RAW_ANSWER_DAYS: wholeNumber(0, 3650).default(30),
  /** How many megabytes of raw answers are kept per account, compressed; above this, the oldest are deleted. */
  RAW_ANSWER_QUOTA_MB: wholeNumber(1, 1_000_000).default(512),
  /** How many megabytes an account stores in all, apart from its raw answers; above this, it only reads and deletes. */
  ACCOUNT_STORAGE_MB: wholeNumber(1, 1_000_000).default(200),
  /** How long a collected profile is kept without being collected again; 0 keeps it indefinitely. */
  COLLECTED_RETENTION_MONTHS: wholeNumber(0, 1200).default(12),
  /** An app registered with Reddit; unset: subreddits are tracked but not visited. */
  REDDIT_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{6,100}$/, 'must be the id of a Reddit app')
    .optional(),
  REDDIT_CLIENT_SECRET: z
    .string()
    .regex(/^\S{6,200}$/, 'must be the secret of a Reddit app')
    .optional(),
  /** The Reddit account that owns the app; Reddit requires it in every request. */
  REDDIT_USERNAME: z
    .string()
    .regex(/^[\w-]{3,20}$/, 'must be the name of a Reddit account, without u/')
    .optional(),
  /** Replace Reddit's own addresses with those of a stand-in. */
  REDDIT_API_URL: origin.default('https://oauth.reddit.com'),
  REDDIT_AUTH_URL: origin.default('https://www.reddit.com'),
  /** Disk space in DATA_DIR/spool for exports that their readers have not downloaded yet. */
  EXPORT_SPOOL_MEGABYTES: count.default(2048),
  /** A client of TikTok's Research API; unset: users are tracked but not visited. */
  TIKTOK_CLIENT_KEY: z
    .string()
    .regex(/^\S{6,200}$/, 'must be the key of a TikTok client')
    .optional(),
  TIKTOK_CLIENT_SECRET: z
    .string()
    .regex(/^\S{6,200}$/, 'must be the secret of a TikTok client')
    .optional(),
  TIKTOK_API_URL: origin.default('https://open.tiktokapis.com'),
  /** Users one account can track. */
  TIKTOK_TRACK_LIMIT: wholeNumber(1, 10_000).default(100),
  /** The time between two visits. */
  VISIT_INTERVAL_MINUTES: wholeNumber(5, 10_080).default(60),
  /** How long visited posts and videos are kept after they were posted; 0 keeps them indefinitely. */
  POST_RETENTION_DAYS: wholeNumber(0, 36_500).default(0),
  /** The address to which publishers of open sources may write; it stands in every request to them. */
  SOURCES_CONTACT: contactAddress.optional(),
  /** Send all requests of an open source to a stand-in; the real host stays in the header Host. */
  SOURCE_SEC_FORM_D_URL: origin.optional(),
  SOURCE_SEC_ADVISERS_URL: origin.optional(),
  SOURCE_NO_BRREG_URL: origin.optional(),
  SOURCE_WEBSITES_URL: origin.optional(),
  SOURCE_JOB_BOARDS_URL: origin.optional(),
  SOURCE_EE_ARIREGISTER_URL: origin.optional(),
  SOURCE_GB_COMPANIES_HOUSE_URL: origin.optional(),
  /** Who may register. Unset: everybody, or by invitation only if nothing is sold. */
  REGISTRATION: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional(),
  /**
   * Addresses of accounts with operator access, which requires a verified email and a second factor. They need
   * no invite.
   */
  OPERATORS: emails.default([]),
  /** An OpenID Connect provider that people can sign in with; set together with the next two, or not at all. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(2000).optional(),
  /** What people call it, for "Continue with …". Unset: the host of the issuer. */
  OIDC_NAME: z.string().trim().min(1).max(40, 'must be at most 40 characters').optional(),
  /** Origins besides that of the issuer at which its endpoints may be. */
  OIDC_ORIGINS: origins.default([]),
  /** The claim with the names of a person's groups. */
  OIDC_GROUPS_CLAIM: z
    .string()
    .trim()
    .min(1)
    .max(100, 'must be at most 100 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be the name of a claim, such as groups')
    .default('groups'),
  /** Which group gives which role in which workspace. */
  OIDC_GROUPS: oidcGroups.default([]),
  /** Allows webhooks to lead to this machine, also by http. */
  WEBHOOK_LOOPBACK: z.enum(['on', 'off'], 'must be on or off').default('off'),
  /** Allows destinations at private addresses, and without TLS, for installations whose stores are in their own network. */
  DESTINATION_PRIVATE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  /** Replace the addresses of those who run destinations with those of stand-ins. */
  HUBSPOT_API_URL: origin.default('https://api.hubapi.com'),
  /** Token and API; unset: the address of the organization, which its members enter. */
  SALESFORCE_API_URL: origin.optional(),
  PIPEDRIVE_API_URL: origin.default('https://api.pipedrive.com'),
  GOOGLE_SHEETS_API_URL: origin.default('https://sheets.googleapis.com'),
  GOOGLE_TOKEN_URL: origin.default('https://oauth2.googleapis.com'),
  /** The engine that holds a copy of the large tables, with user and password; unset: PostgreSQL answers everything. */
  CLICKHOUSE_URL: columnStoreUrl.optional(),
  CLICKHOUSE_DATABASE: identifier.default('leadloom'),
  /** The cluster over whose shards the copies are spread; unset: one machine. */
  CLICKHOUSE_CLUSTER: identifier.optional(),
  /** A table is copied from so many rows on. */
  COLUMN_STORE_FROM: wholeNumber(0, 999_999_999).default(10_000_000),
  /** How long what rows held before stays in the copy. */
  COLUMN_STORE_KEEP: duration.default(MILLISECONDS.h),
  SUPPORT_EMAIL: z.email('must be an email address').default(NOBODYS_EMAIL),
  /** How long a proof of the password is valid in its session. */
  PROOF_SECONDS: wholeNumber(60, 86_400).default(900),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  /** Connections that clients of one address may hold; those of trusted proxies are not counted. */
  CONNECTIONS_PER_ADDRESS: wholeNumber(10, 1_000_000).default(200),
  /** API requests allowed per address and minute. */
  REQUESTS_PER_MINUTE: wholeNumber(10, 1_000_000).default(3000),
  /** Requests allowed with one API key, and with all keys of one account together. */
  KEY_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(10),
  KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  ACCOUNT_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  /** Proxies whose X-Forwarded-For is trusted; unset: none. */
  TRUST_PROXY: proxies.optional(),
  /** Gives access to /metrics; unset: nobody has access. */
  METRICS_TOKEN: token.optional(),
  /** Allows loading and removing rows of the data tables over HTTP; unset: nobody may. */
  OPERATOR_TOKEN: token.optional(),
});

export type Currency = 'EUR' | 'USD';
/** Who may register: everybody, people with an invite, or nobody. Operators always may. */
type RegistrationMode = 'open' | 'invite' | 'closed';

export interface DestinationSettings {
  /** Whether destinations may be at private addresses. */
  readonly isPrivateAllowed: boolean;
  readonly hubspotUrl: string;
  /** null: the address of each organization. */
  readonly salesforceUrl: string | null;
  readonly pipedriveUrl: string;
  readonly googleSheetsUrl: string;
  readonly googleTokenUrl: string;
}

export interface ColumnStoreSettings {
  /** Without user and password. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** null: one machine. */
  readonly cluster: string | null;
  /** A table is copied from so many rows on. */
  readonly fromRows: number;
  readonly keepMilliseconds: number;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  /** The price of each currency, of which there is at least one; null: nothing is sold in this currency. */
  readonly prices: Readonly<Record<Currency, string | null>>;
  /** null: Stripe itself. */
  readonly apiUrl: string | null;
}

export interface BillingSettings {
  readonly mode: 'sandbox' | 'stripe' | 'off';
  readonly plan: { readonly name: string; readonly requestLimit: number; readonly exportLimit: number };
  /** The sandbox's monthly price, in cents. */
  readonly amounts: Readonly<Record<Currency, number>>;
  /** It is present exactly when `mode` is `stripe`. */
  readonly stripe: StripeSettings | null;
}

export interface RedditSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  /** Origins. */
  readonly apiUrl: string;
  readonly authUrl: string;
}

export interface TikTokSettings {
  readonly clientKey: string;
  readonly clientSecret: string;
  /** Origin. */
  readonly apiUrl: string;
}

export interface SourceSettings {
  /** null: not configured. */
  readonly reddit: RedditSettings | null;
  /** null: not configured. */
  readonly tiktok: TikTokSettings | null;
  readonly visitIntervalMinutes: number;
  /** 0: indefinitely. */
  readonly retentionDays: number;
  /** TikTok users one account can track. */
  readonly trackedUserLimit: number;
}

export interface OpenSourceSettings {
  /** null: the console may have one. */
  readonly contact: string | null;
  /** The origins of stand-ins, by source; absent: the real hosts. */
  readonly urls: Readonly<Partial<Record<OpenSourceId, string>>>;
}

export interface OidcSettings {
  /** Exactly as the issuer names itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name that the screens show. */
  readonly name: string;
  /** All origins that the server may connect to, the issuer's first. */
  readonly origins: readonly string[];
  /** The claim with the names of a person's groups. */
  readonly groupsClaim: string;
  /** Memberships by groups; empty: groups are not read. */
  readonly groups: readonly OidcGroup[];
}

const groupRoles = ['admin', 'member', 'viewer'] as const;

/** A group whose people are members of a workspace. */
export interface OidcGroup {
  readonly group: string;
  readonly role: (typeof groupRoles)[number];
  readonly workspaceId: number;
}

function isGroupRole(text: string | undefined): text is OidcGroup['role'] {
  return groupRoles.some((role) => role === text);
}

/** Limits for calls of the data API. */
export interface KeyLimits {
  readonly keyPerSecond: number;
  readonly keyPerMinute: number;
  /** Requests a minute with all keys of one account together. */
  readonly accountPerMinute: number;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin of the app, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: those in `dataDir`. */
  readonly secrets: SecretRing | null;
  /** null: embedded. */
  readonly databaseUrl: string | null;
  /** The address that leads past the connection pooler; null: `databaseUrl` leads to no pooler. */
  readonly databaseDirectUrl: string | null;
  /** Addresses of replicas. */
  readonly databaseReplicaUrls: readonly string[];
  /** Connections of each of the two large pools. */
  readonly databasePool: number;
  /** Absolute path; null: an older PostgreSQL is looked for in the usual places. */
  readonly oldPostgresBin: string | null;
  readonly serverRole: z.infer<typeof environmentSchema>['SERVER_ROLE'];
  /** null: the outbox on disk. */
  readonly smtpUrl: string | null;
  readonly smtpMayBePlain: boolean;
  readonly mailFrom: string;
  readonly trial: { readonly days: number; readonly requestLimit: number; readonly exportLimit: number };
  readonly billing: BillingSettings;
  readonly sampleData: boolean;
  /** Countries offered in the profile after the default countries. */
  readonly extraCountries: readonly CountryCode[];
  /** 0: raw answers are not kept. */
  readonly rawAnswerDays: number;
  /** Limit of one account's raw answers. */
  readonly rawAnswerQuotaBytes: number;
  /** Limit of everything else that one account stores; see `modules/storage/storage-limits.ts`. */
  readonly accountStorageBytes: number;
  /** 0: collected profiles are kept indefinitely. */
  readonly collectedRetentionMonths: number;
  /** Disk space for all exports together; 0: rows are sent at the pace of their readers. */
  readonly exportSpoolBytes: number;
  readonly registration: RegistrationMode;
  /** Lower-cased addresses. */
  readonly operators: ReadonlySet<string>;
  /** null: nobody can sign in with an OpenID Connect provider. */
  readonly oidc: OidcSettings | null;
  readonly supportEmail: string;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
  readonly metricsToken: string | null;
  /** null: nobody has operator access by token. */
  readonly operatorToken: string | null;
  /** How long a proof of the password is valid in its session. */
  readonly proofSeconds: number;
  readonly connectionsPerAddress: number;
  readonly requestsPerMinute: number;
  readonly keyLimits: KeyLimits;
  readonly sources: SourceSettings;
  readonly openSources: OpenSourceSettings;
  /** Whether webhooks may lead to this machine. */
  readonly webhookLoopback: boolean;
  readonly destinations: DestinationSettings;
  /** null: PostgreSQL answers everything. */
  readonly columnStore: ColumnStoreSettings | null;
  /** null: no proxy is trusted. */
  readonly trustProxy: string[] | null;
}

/** An error of the settings. Its message is one line that says what to change. */
export class ConfigError extends Error {}

/** @throws {ConfigError} naming the first wrong setting */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Shells and compose files write "unset" as an empty variable.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0] ?? 'setting')}: ${issue?.message ?? 'not valid'}`);
  }
  const settings = parsed.data;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const billing = readBilling(settings, publicUrl);
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: resolve(settings.DATA_DIR),
    secrets: settings.SECRETS ?? null,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: additionalDatabaseUrl(settings, 'DATABASE_DIRECT_URL') ?? null,
    databaseReplicaUrls: additionalDatabaseUrl(settings, 'DATABASE_REPLICA_URLS'),
    databasePool: settings.DATABASE_POOL,
    oldPostgresBin: settings.OLD_POSTGRES_BIN === undefined ? null : resolve(settings.OLD_POSTGRES_BIN),
    serverRole: readRole(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    smtpMayBePlain: settings.SMTP_PLAIN === 'on',
    mailFrom: settings.MAIL_FROM,
    trial: { days: settings.TRIAL_DAYS, requestLimit: settings.TRIAL_REQUEST_LIMIT, exportLimit: settings.TRIAL_EXPORT_LIMIT },
    billing,
    sampleData: settings.SAMPLE_DATA === undefined ? settings.DATABASE_URL === undefined : settings.SAMPLE_DATA === 'on',
    extraCountries: settings.EXTRA_COUNTRIES,
    rawAnswerDays: settings.RAW_ANSWER_DAYS,
    rawAnswerQuotaBytes: settings.RAW_ANSWER_QUOTA_MB * 1024 * 1024,
    accountStorageBytes: settings.ACCOUNT_STORAGE_MB * 1024 * 1024,
    collectedRetentionMonths: settings.COLLECTED_RETENTION_MONTHS,
    exportSpoolBytes: settings.EXPORT_SPOOL_MEGABYTES * 1024 * 1024,
    registration: settings.REGISTRATION ?? (billing.mode === 'off' ? 'invite' : 'open'),
    operators: new Set(settings.OPERATORS),
    oidc: readOidc(settings),
    supportEmail: settings.SUPPORT_EMAIL,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN ?? null,
    operatorToken: settings.OPERATOR_TOKEN ?? null,
    proofSeconds: settings.PROOF_SECONDS,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    requestsPerMinute: settings.REQUESTS_PER_MINUTE,
    keyLimits: {
      keyPerSecond: settings.KEY_REQUESTS_PER_SECOND,
      keyPerMinute: settings.KEY_REQUESTS_PER_MINUTE,
      accountPerMinute: settings.ACCOUNT_REQUESTS_PER_MINUTE,
    },
    openSources: readOpenSources(settings),
    sources: readSources(settings),
    webhookLoopback: settings.WEBHOOK_LOOPBACK === 'on',
    destinations: {
      isPrivateAllowed: settings.DESTINATION_PRIVATE === 'on',
      hubspotUrl: settings.HUBSPOT_API_URL,
      salesforceUrl: settings.SALESFORCE_API_URL ?? null,
      pipedriveUrl: settings.PIPEDRIVE_API_URL,
      googleSheetsUrl: settings.GOOGLE_SHEETS_API_URL,
      googleTokenUrl: settings.GOOGLE_TOKEN_URL,
    },
    columnStore: readColumnStore(settings),
    trustProxy: readTrustedProxies(settings.TRUST_PROXY, publicUrl),
  };
}

function readColumnStore(settings: z.infer<typeof environmentSchema>): ColumnStoreSettings | null {
  if (settings.CLICKHOUSE_URL === undefined) return null;
  const { origin: url, username, password } = new URL(settings.CLICKHOUSE_URL);
  return {
    url,
    user: username === '' ? 'default' : decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: settings.CLICKHOUSE_DATABASE,
    cluster: settings.CLICKHOUSE_CLUSTER ?? null,
    fromRows: settings.COLUMN_STORE_FROM,
    keepMilliseconds: settings.COLUMN_STORE_KEEP,
  };
}

/** @throws {ConfigError} where the setting is of no use without DATABASE_URL */
function additionalDatabaseUrl<Name extends 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URLS'>(
  settings: z.infer<typeof environmentSchema>,
  name: Name,
): z.infer<typeof environmentSchema>[Name] {
  const value = settings[name];
  if (settings.DATABASE_URL === undefined && (value?.length ?? 0) > 0) {
    throw new ConfigError(`${name}: needs DATABASE_URL; without it the embedded database is used`);
  }
  return value;
}

/** @throws {ConfigError} where no second server can do the rest */
function readRole({ SERVER_ROLE, DATABASE_URL }: z.infer<typeof environmentSchema>): Config['serverRole'] {
  if (SERVER_ROLE !== 'all' && DATABASE_URL === undefined) {
    throw new ConfigError(
      `SERVER_ROLE: ${SERVER_ROLE} needs DATABASE_URL; an embedded database has one server, which does everything`,
    );
  }
  return SERVER_ROLE;
}

/**
 * The server itself speaks plain HTTP, so an https address means that there is a proxy. If it is not trusted,
 * all visitors share its address, and one visitor with too many wrong sign-ins locks out all others.
 * @throws {ConfigError} if that proxy is not named
 */
function readTrustedProxies(proxyList: string[] | undefined, publicUrl: string): string[] | null {
  if (proxyList === undefined && publicUrl.startsWith('https:')) {
    throw new ConfigError(
      `TRUST_PROXY: must name the proxy that serves ${publicUrl}; set TRUST_PROXY=loopback if it runs on this machine, otherwise its address or network`,
    );
  }
  return proxyList ?? null;
}

/** @throws {ConfigError} if the sandbox would be public, or Stripe lacks a setting it needs */
function readBilling(settings: z.infer<typeof environmentSchema>, publicUrl: string): BillingSettings {
  const mode = settings.BILLING ?? (settings.DATABASE_URL === undefined ? 'sandbox' : 'off');
  if (mode === 'sandbox' && settings.ALLOW_SANDBOX === 'off' && !isLoopbackHost(new URL(publicUrl).host)) {
    throw new ConfigError(
      `BILLING: the sandbox accepts only test money, and PUBLIC_URL is ${publicUrl}; set it to stripe or off, or set ALLOW_SANDBOX=on`,
    );
  }
  return {
    mode,
    plan: { name: settings.PLAN_NAME, requestLimit: settings.PLAN_REQUEST_LIMIT, exportLimit: settings.PLAN_EXPORT_LIMIT },
    amounts: { EUR: settings.PLAN_AMOUNT_EUR, USD: settings.PLAN_AMOUNT_USD },
    stripe: mode === 'stripe' ? readStripe(settings) : null,
  };
}

function readStripe(settings: z.infer<typeof environmentSchema>): StripeSettings {
  const needed = (name: string) => new ConfigError(`${name}: must be set with BILLING=stripe`);
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_EUR = null, STRIPE_PRICE_USD = null } = settings;
  if (STRIPE_SECRET_KEY === undefined) throw needed('STRIPE_SECRET_KEY');
  if (STRIPE_WEBHOOK_SECRET === undefined) throw needed('STRIPE_WEBHOOK_SECRET');
  if (STRIPE_PRICE_EUR === null && STRIPE_PRICE_USD === null) throw needed('STRIPE_PRICE_EUR or STRIPE_PRICE_USD');
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET,
    prices: { EUR: STRIPE_PRICE_EUR, USD: STRIPE_PRICE_USD },
    apiUrl: settings.STRIPE_API_URL ?? null,
  };
}

/** @throws {ConfigError} if the credentials of a network are incomplete */
function readSources(settings: z.infer<typeof environmentSchema>): SourceSettings {
  const { REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME, TIKTOK_CLIENT_KEY, TIKTOK_CLIENT_SECRET } = settings;
  const reddit = allOrNone({ REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME });
  const tiktok = allOrNone({ TIKTOK_CLIENT_KEY, TIKTOK_CLIENT_SECRET });
  return {
    reddit: reddit && {
      clientId: reddit.REDDIT_CLIENT_ID,
      clientSecret: reddit.REDDIT_CLIENT_SECRET,
      username: reddit.REDDIT_USERNAME,
      apiUrl: settings.REDDIT_API_URL,
      authUrl: settings.REDDIT_AUTH_URL,
    },
    tiktok: tiktok && {
      clientKey: tiktok.TIKTOK_CLIENT_KEY,
      clientSecret: tiktok.TIKTOK_CLIENT_SECRET,
      apiUrl: settings.TIKTOK_API_URL,
    },
    visitIntervalMinutes: settings.VISIT_INTERVAL_MINUTES,
    retentionDays: settings.POST_RETENTION_DAYS,
    trackedUserLimit: settings.TIKTOK_TRACK_LIMIT,
  };
}

/** @throws {ConfigError} if a setting is missing that others need */
function readOidc(settings: z.infer<typeof environmentSchema>): OidcSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_ORIGINS, OIDC_GROUPS } = settings;
  const whole = allOrNone({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  if (whole === null) {
    if (OIDC_NAME !== undefined) throw new ConfigError('OIDC_ISSUER: must be set with OIDC_NAME');
    if (OIDC_ORIGINS.length > 0) throw new ConfigError('OIDC_ISSUER: must be set with OIDC_ORIGINS');
    if (OIDC_GROUPS.length > 0) throw new ConfigError('OIDC_ISSUER: must be set with OIDC_GROUPS');
    return null;
  }
  const { origin: own, host } = new URL(whole.OIDC_ISSUER);
  return {
    issuer: whole.OIDC_ISSUER,
    clientId: whole.OIDC_CLIENT_ID,
    clientSecret: whole.OIDC_CLIENT_SECRET,
    name: OIDC_NAME ?? host,
    origins: [...new Set([own, ...OIDC_ORIGINS])],
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    groups: OIDC_GROUPS,
  };
}

/**
 * @returns null if none is set
 * @throws {ConfigError} naming the first missing one if others are set
 */
function allOrNone<Name extends string>(values: Readonly<Record<Name, string | undefined>>): Record<Name, string> | null {
  const names = Object.keys(values).filter((name): name is Name => name in values);
  const given = names.find((name) => values[name] !== undefined);
  if (given === undefined) return null;
  const whole: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = values[name];
    if (value === undefined) throw new ConfigError(`${name}: must be set with ${given}`);
    whole[name] = value;
  }
  return isWhole(whole, names) ? whole : null;
}

function isWhole<Name extends string>(
  record: Partial<Record<Name, string>>,
  names: readonly Name[],
): record is Record<Name, string> {
  return names.every((name) => record[name] !== undefined);
}

/** Whether a text is an origin and nothing more, because links, cookies and the check of the Origin header depend on it. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin: itself, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${itself}/`;
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, search, hash, username, password } = new URL(text);
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(host));
}

/** What is wrong with the parameters of TLS in an address; null: nothing. */
function tlsProblem(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { searchParams } = new URL(url);
  const [mode, file] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  if (mode !== null && !TLS_MODES.includes(mode)) return `sslmode must be one of ${TLS_MODES.join(', ')}`;
  if (mode === 'verify-ca' && file === null) return 'sslmode=verify-ca needs sslrootcert';
  if (file === null || file === SYSTEM_CERTIFICATES) return null;
  try {
    accessSync(file, constants.R_OK);
    return null;
  } catch {
    return `sslrootcert: ${file} cannot be read`;
  }
}

function isProxyEntry(entry: string): boolean {
  if (entry === 'loopback') return true;
  const [address = '', bits, ...rest] = entry.split('/');
  if (rest.length > 0 || isIP(address) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

/** The names of all settings, for tests of the files that set some. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

function readOpenSources(settings: z.infer<typeof environmentSchema>): OpenSourceSettings {
  const urls = openSourceIds.flatMap((id): [OpenSourceId, string][] => {
    const url = settings[`SOURCE_${shouted(id)}_URL`];
    return url === undefined ? [] : [[id, url]];
  });
  return { contact: settings.SOURCES_CONTACT ?? null, urls: Object.fromEntries(urls) };
}

type Shouted<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Shouted<Tail>}`
  : Uppercase<Id>;

/** The id as names of settings have it: `SEC_FORM_D`. */
function shouted<Id extends string>(id: Id): Shouted<Id> {
  return id.replaceAll('-', '_').toUpperCase() as Shouted<Id>;
}
