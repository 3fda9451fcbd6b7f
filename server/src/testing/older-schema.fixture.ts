/**
 * A database as a version before left it: the first migrations, accounts, and for each of them one thing in every table that
 * refers to accounts. Texts of a thing contain `markOf` its account. Servers of that version wrote no column that came later.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { MIGRATIONS } from '../migrate/applied-migrations.ts';
import { applyMigrations } from '../migrate/apply-migrations.ts';
import { describeDatabase } from './backups.fixture.ts';
import { makeTemporaryDirectory, removeDirectory } from './temporary-directory.ts';
import { databaseUrl, execute, type TestDatabase } from './test-database.ts';

/** The last migration of the version in which everything belonged to an account. */
export const BEFORE_WORKSPACES = '0014_open_sources';

/** A text that is in things of this account and of no other. */
export const markOf = (accountId: number): string => `of-${accountId}-`;

export const emailOf = (accountId: number): string => `person-${accountId}@example.com`;

interface OlderDatabase {
  /** The last migration that it has had, such as `0014_open_sources`. */
  readonly until: string;
  readonly accounts: number;
  /** Of the password that all accounts have. */
  readonly passwordHash: string;
}

/** @param url of any database of the server */
export async function createOlderDatabase(url: string, { until, accounts, passwordHash }: OlderDatabase): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(url, `create database ${name} template template0`);
  const folder = await migrationsUntil(until);
  const client = new pg.Client({ connectionString: databaseUrl(url, name) });
  try {
    await client.connect();
    await applyMigrations(client, folder);
    await client.query(ACCOUNTS, [accounts, passwordHash]);
    for (const [table, thing] of Object.entries(things)) await client.query(`insert into ${table} ${thing}`);
    await client.query('analyze');
  } finally {
    await client.end();
    await removeDirectory(folder);
  }
  return { name, url: databaseUrl(url, name), drop: () => execute(url, `drop database if exists ${name} with (force)`) };
}

/** What is counted as stored for each account and table. */
export async function readStorage(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ account: number; table: string; bytes: number; rows: number }>(
      `select account_id::int as account, table_name as table, sum(bytes)::int as bytes, sum(row_count)::int as rows
       from account_storage group by 1, 2 having sum(bytes) <> 0 or sum(row_count) <> 0 order by 1, 2`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** The database without the ids of counts, which differ where a migration began a second time. */
export async function describeMoved(url: string) {
  const { tables, sequences, ...rest } = await describeDatabase(url);
  const { account_storage: _, ...others } = tables;
  const named = sequences.filter(({ sequencename }) => sequencename !== 'account_storage_id_seq');
  return { ...rest, tables: others, sequences: named, storage: await readStorage(url) };
}

/** A folder with the migrations up to and including this one. */
async function migrationsUntil(last: string): Promise<string> {
  const folder = await makeTemporaryDirectory('older-migrations');
  await mkdir(join(folder, 'meta'));
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  if (end === 0) throw new Error(`there is no migration ${last}`);
  const entries = journal.entries.slice(0, end);
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}

/** Ids are the numbers from 1 on; half of the accounts have limits of their own. */
const ACCOUNTS = `insert into accounts (email, password_hash, created_at, verified_at, trial_ends_at, full_name, request_limit,
      export_limit, storage_warned_at)
    select format('person-%s@example.com', n), $2, '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-02',
      '2036-01-02', format('Person of-%s-', n), case when n % 2 = 0 then 1000 + n end, case when n % 2 = 0 then 2000 + n end,
      case when n % 2 = 0 then '2026-01-03'::timestamptz end
    from generate_series(1, $1::int) n`;

const OF = `'of-' || a.id || '-'`;
/** Of version 4, as the contract wants ids. */
const UUID = `overlay(overlay(md5(a.id::text) placing '4' from 13) placing '8' from 17)::uuid`;
const HASH = `sha256(a.id::text::bytea)`;
const NOW = `timestamptz '2026-02-01'`;
const MONTH = `date_trunc('month', now())::date`;
const STATE = `jsonb_build_object('filters', jsonb_build_object('name', ${OF}), 'columns', '[]'::jsonb, 'sort', null, 'order', null, 'per_page', null)`;
const WATCH = `jsonb_build_object('kind', 'view', 'id', ${OF})`;
const BITS = `'\\x01'::bytea`;
const DIGEST = `jsonb_build_object('number_of_videos_in_trend', 1, 'videos', '[]'::jsonb, 'daily', '{"first_day": "2026-02-01", "counts": [1]}'::jsonb, 'author_count', 1,
  'authors', '[]'::jsonb, 'hashtags', jsonb_build_array(jsonb_build_object('name', ${OF}, 'videos', 1)), 'sound', null)`;
const REASONS = `'[]'::jsonb`;

/** Columns and values of each table, one row for each account `a`; what a row refers to comes before it. */
const things: Readonly<Record<string, string>> = {
  companies: `(name, canonical_key, source) values ('Kiln & Daughters', 'kiln.example', 'test')`,
  sources: `(network, key, display_name) select 'reddit', ${OF}, ${OF} from accounts a`,
  table_views: `(id, account_id, table_name, name, state, is_default) select ${OF}, id, 'companies', ${OF}, ${STATE}, true from accounts a`,
  table_layouts: `(account_id, table_name, columns) select id, 'companies', '[]' from accounts a`,
  table_visits: `(account_id, table_name, view_id, session_id, started_at, seen_at, since) select id, 'companies', ${OF}, ${UUID}, ${NOW}, ${NOW}, ${NOW} from accounts a`,
  row_lists: `(account_id, table_name, name, note, created_at, updated_at) select id, 'companies', ${OF}, ${OF}, ${NOW}, ${NOW} from accounts a order by id`,
  row_list_rows: `(list_id, row_id) select list.id, 1 from row_lists list`,
  row_tags: `(account_id, table_name, row_id, folded, tag) select id, 'companies', 1, ${OF}, ${OF} from accounts a`,
  row_notes: `(account_id, table_name, row_id, text, created_at, updated_at) select id, 'companies', 1, ${OF}, ${NOW}, ${NOW} from accounts a`,
  my_row_versions: `(account_id, table_name, version) select id, 'companies', 3 from accounts a`,
  alerts: `(account_id, name, watch, table_name, filters, changes, frequency, time_of_day, zone, channels, state, position, created_at)
    select id, ${OF}, ${WATCH}, 'companies', '{}', array['added'], 'daily', '08:00', 'UTC', array['app'], 'ended', 1, ${NOW} from accounts a`,
  alert_members: `(alert_id, chunk, ids) select alert.id, 0, ${BITS} from alerts alert`,
  alert_messages: `(account_id, alert_id, title, count, rows, created_at) select a.id, alert.id, ${OF}, 1, '[]', now() from accounts a join alerts alert on alert.account_id = a.id`,
  alert_mail_counts: `(account_id, minute_began, of_minute, day, of_day) select id, ${NOW}, 1, '2026-02-01', 2 from accounts a`,
  account_events: `(account_id, kind, subject_id, change, name, at) select id, 'people', 1, 'added', ${OF}, now() from accounts a`,
  webhooks: `(id, account_id, url, events, secret, created_at) select ${UUID}, id, 'https://hooks.example/' || ${OF}, array['alert.fired'], ${HASH}, ${NOW} from accounts a`,
  webhook_deliveries: `(id, account_id, webhook_id, event, body, state, created_at) select ${UUID}, id, ${UUID}, 'alert.fired', ${OF}, 'delivered', now() from accounts a`,
  scheduled_exports: `(account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
    select id, ${OF}, ${WATCH}, 'companies', 'daily', '08:00', 'UTC', 'csv', false, ${NOW} from accounts a order by id`,
  scheduled_export_files: `(account_id, export_id, file_name, is_gzip, row_count, size, stored_size, is_complete, created_at)
    select a.id, export.id, ${OF} || '.csv', false, 1, 1, 1, true, now() from accounts a join scheduled_exports export on export.account_id = a.id`,
  scheduled_export_parts: `(file_id, part, bytes) select file.id, 0, ${BITS} from scheduled_export_files file`,
  table_exports: `(account_id, table_name, filters, month, started_at, row_count, reserved, is_complete)
    select id, 'companies', jsonb_build_object('name', ${OF}), ${MONTH}, now(), 1, 1, true from accounts a`,
  exported_rows: `(account_id, month, table_name, chunk, bits) select id, ${MONTH}, 'companies', 0, ${BITS} from accounts a`,
  usage_months: `(account_id, month, request_count, export_count) select id, ${MONTH}, id % 100, 1 from accounts a`,
  api_keys: `(id, account_id, secret_hash, prefix, name) select ${OF}, id, ${HASH}, 'll_' || id, ${OF} from accounts a`,
  api_key_usage: `(account_id, day, prefix, endpoint, status_class, calls) select id, current_date, 'll_' || id, 'GET /companies', 2, 5 from accounts a`,
  change_walks: `(account_id, table_name, version, sent_at) select id, 'companies', 1, ${NOW} from accounts a`,
  linkedin_profiles: `(account_id, member_id, profile_key, profile_url, full_name, email, parser_version, collected_at)
    select id, ${OF}, ${OF}, 'https://www.linkedin.com/in/' || ${OF}, ${OF}, ${OF} || '@example.com', 1, ${NOW} from accounts a order by id`,
  linkedin_experiences: `(profile_id, position, title) select person.id, 0, 'Potter' from linkedin_profiles person`,
  linkedin_educations: `(profile_id, position, school_name) select person.id, 0, 'School of Clay' from linkedin_profiles person`,
  linkedin_profile_changes: `(account_id, profile_id, cause, changes) select account_id, id, 'collected', '[]' from linkedin_profiles`,
  linkedin_profile_tags: `(account_id, profile_id, tag, folded) select account_id, id, full_name, full_name from linkedin_profiles`,
  linkedin_raw_answers: `(account_id, profile_id, slot, identity, content, digest) select account_id, id, 'profile', full_name, ${BITS}, ${BITS} from linkedin_profiles`,
  linkedin_recollections: `(profile_id, account_id, every, due_at) select id, account_id, 'month', '2036-01-01' from linkedin_profiles`,
  linkedin_companies: `(account_id, company_id, name) select id, ${OF}, ${OF} from accounts a`,
  linkedin_known_places: `(account_id, place_id, name) select id, ${OF}, ${OF} from accounts a`,
  linkedin_risk_acceptances: `(account_id, accepted_at) select id, ${NOW} from accounts a`,
  collector_rows: `(account_id, id, url, profile_key) select id, ${UUID}, 'https://www.linkedin.com/in/' || ${OF}, ${OF} from accounts a`,
  search_jobs: `(account_id, description, searches) select id, ${OF}, '[]' from accounts a`,
  catalogue_checks: `(account_id, endpoint, candidate, reported_on) select id, ${OF}, 'a', '2026-02-01' from accounts a`,
  tracked_sources: `(account_id, source_id) select a.id, source.id from accounts a join sources source on source.key = ${OF}`,
  trends: `(account_id, name, is_renamed, first_seen_at, last_seen_at, centroid, reasons, digest) select id, ${OF}, true, ${NOW}, ${NOW}, '[]', ${REASONS}, ${DIGEST} from accounts a`,
  trend_videos: `(account_id, video_id, trend_id, author_unique_id, video_url, posted_at)
    select trend.account_id, trend.name, trend.id, trend.name, 'https://www.tiktok.com/@kiln/video/1', ${NOW} from trends trend`,
  trend_settings: `(account_id, parameters, schedule, hour) select id, '{}', 'off', 3 from accounts a`,
  analysis_tasks: `(id, account_id, status, parameters, error_details, created_at, finished_at) select ${UUID}, id, 'FAILURE', '{}', ${OF}, ${NOW}, ${NOW} from accounts a`,
  billing_customers: `(provider, customer_id, account_id) select 'sandbox', ${OF}, id from accounts a`,
  subscriptions: `(provider, subscription_id, account_id, plan, status, currency, started_at, current_period_end, provider_time)
    select 'sandbox', ${OF}, id, 'monthly', 'active', 'eur', ${NOW}, '2036-01-01', ${NOW} from accounts a`,
  billing_ledger: `(account_id, cause, subscription_id, change) select id, 'webhook', ${OF}, '{}' from accounts a`,
  billing_notices: `(provider, invoice_id, account_id) select 'sandbox', ${OF}, id from accounts a`,
  sandbox_checkouts: `(id, account_id, customer_id, currency, amount, plan, expires_at) select ${OF}, id, ${OF}, 'eur', 100, 'monthly', '2036-01-01' from accounts a`,
  sandbox_subscriptions: `(id, customer_id, account_id, plan, currency, amount, status, started_at, current_period_end)
    select ${OF}, ${OF}, id, 'monthly', 'eur', 100, 'active', ${NOW}, '2036-01-01' from accounts a`,
  sandbox_invoices: `(id, subscription_id, customer_id, account_id, number, currency, amount, period_start, period_end, paid_at)
    select ${OF}, ${OF}, ${OF}, id, ${OF}, 'eur', 100, ${NOW}, '2036-01-01', ${NOW} from accounts a`,
  account_preferences: `(account_id, layout) select id, 'work' from accounts a`,
  devices: `(id_hash, account_id, credential_epoch) select ${HASH}, id, 0 from accounts a`,
  failed_attempts: `(account_id, kind, count) select id, 'totp', 1 from accounts a`,
  mailed_codes: `(code_hash, account_id, purpose, expires_at) select ${HASH}, id, 'verify', ${NOW} from accounts a`,
  recovery_codes: `(account_id, code_hash) select id, ${HASH} from accounts a`,
  oidc_links: `(id, account_id, issuer, subject, email) select ${UUID}, id, 'https://id.example', ${OF}, a.email from accounts a`,
  passkeys: `(id, account_id, credential_id, public_key, counter, transports, name) select ${UUID}, id, ${HASH}, ${HASH}, 0, '[]', ${OF} from accounts a`,
  sessions: `(id, account_id, binding_hash, expires_at, passkey_id) select ${UUID}, id, ${HASH}, '2036-01-01', ${UUID} from accounts a`,
  oidc_flows: `(hash, link_id, expires_at) select ${HASH}, ${UUID}, ${NOW} from accounts a`,
  import_uploads: `(id, file_name, created_at, operator_id) select ${UUID}, 'kilns.csv', ${NOW}, id from accounts a`,
  imports: `(id, table_name, file_name, started_by, operator_id, options, state, started_at, lease_until)
    select ${UUID}, 'companies', 'kilns.csv', 'operator', id, '{}', 'done', ${NOW}, ${NOW} from accounts a`,
  import_files: `(import_id, kind, part, file_name, bytes) select ${UUID}, 'refused', 0, 'kilns.csv', ${BITS} from accounts a`,
  invites: `(id, code_hash, created_by, expires_at) select ${UUID}, ${HASH}, id, ${NOW} from accounts a`,
};
