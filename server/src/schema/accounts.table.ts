/** Accounts, their sessions, and the one-time codes that are mailed. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The address, trimmed and lower-cased. */
    email: text('email').notNull().unique(),
    /** PHC string, so that parameters can be raised and old hashes can still be read; null: there is no password. */
    passwordHash: text('password_hash'),
    createdAt: time('created_at').notNull().defaultNow(),
    verifiedAt: time('verified_at'),
    /** When the account is deleted unless its email is verified by then; null: its owner was not notified of that yet. */
    unverifiedEndAt: time('unverified_end_at'),
    blockedAt: time('blocked_at'),
    /**
     * Limits and trial are those of the personal workspace, where they are read. A trigger copies what is written here to it:
     * servers of the version before, which may run beside, read and write these columns.
     */
    requestLimit: integer('request_limit'),
    exportLimit: integer('export_limit'),
    /** Set at verification; null until then. Copied to the personal workspace as well. */
    trialEndsAt: time('trial_ends_at'),
    linkedinOnboarded: boolean('linkedin_onboarded'),
    /** When rows of a data table were first on a screen of the account; null: never. */
    rowsSeenAt: time('rows_seen_at'),
    /** The first steps are no longer shown; null: they are. */
    firstStepsEndedAt: time('first_steps_ended_at'),
    fullName: text('full_name'),
    companyName: text('company_name'),
    vatNumber: text('vat_number'),
    country: text('country'),
    currency: text('currency', { enum: ['EUR', 'USD'] }),
    address: text('address'),
    /** Authenticator secret, encrypted with a key derived from the server's secret; null: never set up. */
    totpSecret: bytes('totp_secret'),
    /** null until the secret is confirmed. */
    totpEnabledAt: time('totp_enabled_at'),
    /** The last time step whose code was accepted: each code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** Incremented by every change of the password or the second factor. Whatever is bound to an older epoch is invalid. */
    credentialEpoch: integer('credential_epoch').notNull().default(0),
    /** Random bytes by which authenticators know the account; null: none has been set up. */
    passkeyUserId: bytes('passkey_user_id').unique(),
    /** Written by servers of the version before alone: the storage is the workspace's. */
    storageFullAt: time('storage_full_at'),
    storageNotifiedAt: time('storage_notified_at'),
    storageWarnedAt: time('storage_warned_at'),
  },
  (table) => [check('accounts_email_is_lower_case', sql`${table.email} = lower(${table.email})`)],
);

/** Passkeys of accounts, at most twenty each. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** An id that the authenticator chose. */
    credentialId: bytes('credential_id').notNull().unique(),
    /** In the COSE format. */
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's count of its signatures; 0: it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser reaches the authenticator. */
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId)],
);

/** Challenges that were given to browsers and not answered yet. Each works once, for five minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge with what it is for, the account if it is for one, and the secret of the browser's cookie. */
    hash: bytes('hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);

/** Sign-ins at an OpenID Connect provider that open an account, at most ten each. The provider never gives a subject again. */
export const oidcLinks = pgTable(
  'oidc_links',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    /** The id by which the issuer knows the person. */
    subject: text('subject').notNull(),
    /** The address that the issuer named when the account was connected. */
    email: text('email').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('oidc_links_subject').on(table.issuer, table.subject), index('oidc_links_account').on(table.accountId)],
);

/** Sign-ins that wait for an answer of the provider, or for the second factor. Each works once, for ten minutes. */
export const oidcFlows = pgTable(
  'oidc_flows',
  {
    /** SHA-256 of the state with what it is for, the account if it is for one, and the secret of the browser's cookie. */
    hash: bytes('hash').primaryKey(),
    /** The connection that the provider has confirmed; null: nothing yet. */
    linkId: uuid('link_id').references(() => oidcLinks.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('oidc_flows_expiry').on(table.expiresAt), index('oidc_flows_link').on(table.linkId)],
);

/**
 * One signed-in browser. A refresh token is derived from the session and its generation, so a rotation is one
 * conditional update, and reuse of an older generation is detected.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The generation of the current refresh token. */
    generation: integer('generation').notNull().default(0),
    rotatedAt: time('rotated_at').notNull().defaultNow(),
    /** SHA-256 of the value of the HttpOnly cookie that refreshing requires. */
    bindingHash: bytes('binding_hash').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    revokedReason: text('revoked_reason', {
      enum: ['logout', 'reuse', 'password', 'passkey', 'account', 'verification', 'oidc'],
    }),
    /** The passkey that the owner last showed in it; null: none, or it was removed since. */
    passkeyId: uuid('passkey_id').references(() => passkeys.id, { onDelete: 'set null' }),
    /** When the passkey was shown; null: that was not recorded. */
    passkeyAt: time('passkey_at'),
    /** Precise to the minute; null until the first refresh. */
    lastUsedAt: time('last_used_at'),
    userAgent: text('user_agent'),
    address: text('address'),
    /** When a second factor was last shown in this session; null: never, or it was turned off since. */
    secondFactorAt: time('second_factor_at'),
    /** When the owner last proved the password and the second factor if it is on, or a passkey. Signing in is a proof. */
    provedAt: time('proved_at').notNull().defaultNow(),
    /**
     * Whether the response of the last refresh is known to have reached the browser, because its access token
     * was used. Until then the previous refresh token is still accepted.
     */
    answerArrived: boolean('answer_arrived').notNull().default(false),
  },
  (table) => [
    index('sessions_account').on(table.accountId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_passkey').on(table.passkeyId),
  ],
);

/** Codes mailed for verification, password reset and a new address, stored as hashes. */
export const mailedCodes = pgTable(
  'mailed_codes',
  {
    /** SHA-256 of the code. */
    codeHash: bytes('code_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify', 'reset', 'email'] }).notNull(),
    /** With `email`: the new address, to which the code was mailed. */
    newEmail: text('new_email'),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** An older code ends when a newer one for the same purpose is mailed. */
    supersededAt: time('superseded_at'),
  },
  (table) => [index('mailed_codes_account').on(table.accountId, table.purpose), index('mailed_codes_expiry').on(table.expiresAt)],
);

/** Recovery codes for a lost authenticator, each used once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code; codes have 80 random bits. */
    codeHash: bytes('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Browsers that have signed in to an account before, at most ten. Each is throttled separately. */
export const devices = pgTable(
  'devices',
  {
    /** SHA-256 of the device's id in its cookie. */
    idHash: bytes('id_hash').notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The device is valid while this equals the account's epoch. */
    credentialEpoch: integer('credential_epoch').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.idHash] })],
);

/**
 * Wrong passwords and codes of an account on the current day, counted for all servers: all of them, and
 * separately those from known browsers.
 */
export const failedAttempts = pgTable(
  'failed_attempts',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['password', 'code', 'known password', 'known code'] }).notNull(),
    /** The count restarts one day after this. */
    startedAt: time('started_at').notNull().defaultNow(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** Codes with which one person each can register while registration is by invitation. */
export const invites = pgTable(
  'invites',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the code. */
    codeHash: bytes('code_hash').notNull().unique(),
    /** Lower-cased; null: anyone with the code. */
    email: text('email'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The operator's account; null: created by the command. */
    createdBy: bigint('created_by', { mode: 'number' }).references(() => accounts.id, { onDelete: 'set null' }),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** The address that registered with it. */
    usedBy: text('used_by'),
  },
  (table) => [index('invites_expiry').on(table.expiresAt)],
);
