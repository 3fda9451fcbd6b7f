/**
 * Tables that belong to accounts and are not in the ledger of stored bytes, each with what bounds it. A test refuses any
 * other table with an owner.
 */
const FEW = 'a fixed number of small rows for each account';
const PAYMENTS = 'written by payments, a few hundred bytes each; a full account must be able to pay';

export const uncountedTables: Readonly<Record<string, string>> = {
  accounts: 'the account itself: one row of limited texts',
  account_preferences: 'one row of a few words for each account',
  account_storage: 'the ledger',
  alert_mail_counts: FEW,
  api_key_usage: 'a counter for each key, day and endpoint, kept for a limited time',
  api_keys: FEW,
  billing_customers: PAYMENTS,
  billing_ledger: PAYMENTS,
  billing_notices: PAYMENTS,
  catalogue_checks: 'a row for each id of the catalogue, kept for 30 days',
  change_walks: 'a fixed number for each table, and only of programs that read',
  devices: FEW,
  exported_rows: 'one bit for each row of the data tables, of the current months',
  failed_attempts: FEW,
  import_files: 'the operator’s, of imports',
  import_upload_parts: 'the operator’s, with their uploads',
  import_uploads: 'the operator’s, with limits of their own',
  imports: 'the operator’s, and they outlive the account',
  invites: 'the operator’s, and they outlive the account',
  linkedin_risk_acceptances: FEW,
  mailed_codes: 'limited by hour, and deleted when they end',
  my_row_versions: FEW,
  oidc_flows: 'they end after ten minutes',
  oidc_links: FEW,
  passkeys: FEW,
  recovery_codes: FEW,
  sandbox_checkouts: PAYMENTS,
  sandbox_invoices: PAYMENTS,
  sandbox_subscriptions: PAYMENTS,
  sessions: 'sign-ins are limited, and sessions are deleted when they end',
  subscriptions: PAYMENTS,
  table_visits: 'a fixed number for each account',
  tracked_sources: FEW,
  trend_settings: FEW,
  usage_months: 'one row of counters for each month',
};
