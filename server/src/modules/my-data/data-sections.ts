/**
 * What the file of an account's data contains: a section for each table that holds something of the account or of its
 * personal workspace, in this order, and what it made itself in each workspace that it shares with others. What other
 * members made is theirs. A test compares it with the database, so that no table is forgotten.
 */
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Platform } from '../../platform.ts';
import {
  accounts,
  devices,
  failedAttempts,
  invites,
  mailedCodes,
  oidcLinks,
  passkeys,
  recoveryCodes,
  sessions,
} from '../../schema/accounts.table.ts';
import { accountEvents, alertMailCounts, alertMembers, alertMessages, alerts } from '../../schema/alerts.table.ts';
import {
  billingCustomers,
  billingLedger,
  billingNotices,
  sandboxCheckouts,
  sandboxInvoices,
  sandboxSubscriptions,
  subscriptions,
} from '../../schema/billing.table.ts';
import { catalogueChecks } from '../../schema/catalogue-checks.table.ts';
import { changeWalks } from '../../schema/change-walks.table.ts';
import { crmChanges, crmRecords } from '../../schema/crm.table.ts';
import {
  destinationDeliveries,
  destinationRows,
  destinations,
  scheduledExportDestinations,
} from '../../schema/destinations.table.ts';
import { agentConfirmations, apiKeys, apiKeyUsage } from '../../schema/keys.table.ts';
import { linkedinKnownPlaces } from '../../schema/known-places.table.ts';
import {
  collectorEntries,
  linkedinCompanies,
  linkedinEducations,
  linkedinExperiences,
  linkedinProfileChanges,
  linkedinProfiles,
  linkedinProfileTags,
  linkedinRawAnswers,
  linkedinRecollections,
  linkedinRiskAcceptances,
  searchJobs,
} from '../../schema/linkedin.table.ts';
import { myRowVersions, rowListRows, rowLists, rowNotes, rowTags } from '../../schema/my-rows.table.ts';
import { accountPreferences } from '../../schema/preferences.table.ts';
import { scheduledExportFiles, scheduledExportParts, scheduledExports } from '../../schema/scheduled-exports.table.ts';
import { exportedRows, tableExports } from '../../schema/table-exports.table.ts';
import { tableLayouts, tableViews } from '../../schema/table-views.table.ts';
import { tableVisits } from '../../schema/table-visits.table.ts';
import { trackedSources } from '../../schema/tracking.table.ts';
import { analysisTasks, trendSettings, trends, trendVideos } from '../../schema/trends.table.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import {
  workspaceActivity,
  workspaceInvites,
  workspaceMemberMonths,
  workspaceMembers,
  workspaces,
} from '../../schema/workspaces.table.ts';
import { type OwnTable, ownRows } from './own-rows.ts';

export interface DataSection {
  /** The table's name. */
  readonly name: string;
  /** The tables that are read, so that a test can tell which tables nobody reads. */
  readonly tables: readonly PgTable[];
  /** Batches of rows, each row as JSON text. */
  readonly rows: AsyncIterable<readonly string[]>;
}

interface SectionTable extends OwnTable {
  /** Tables whose rows `add` brings. */
  readonly inner?: readonly PgTable[];
}

const useKey = sql`concat_ws(' ', own.day, own.prefix, own.endpoint, own.status_class)`;

const profileParts = sql`jsonb_build_object(
  'experiences', ${partsOf(linkedinExperiences)},
  'educations', ${partsOf(linkedinEducations)})`;

/** Bytes of a response, compressed as stored. */
const answerSize = sql`jsonb_build_object('size', length(own.content))`;

/** The number of rows that an alert knows; its view shows which ones they are. */
const knownRows = sql`jsonb_build_object('known_rows',
  (select coalesce(sum(bit_count(ids)), 0) from alert_members where alert_members.alert_id = own.id))`;

/** Where the files of a scheduled export are sent. */
const exportDestinations = sql`jsonb_build_object('destinations', (select coalesce(jsonb_agg(
  jsonb_build_object('destination_id', destination_id, 'mode', mode) order by place), '[]')
  from scheduled_export_destinations where export_id = own.id))`;

const trackedName = sql`(select jsonb_build_object('network', network, 'name', display_name) from sources where id = own.source_id)`;

const sections: readonly SectionTable[] = [
  // The person, without the hashes and secrets that only serve to sign in.
  {
    table: accounts,
    owner: 'id',
    key: 'id',
    omit: ['password_hash', 'totp_secret', 'totp_last_step', 'passkey_user_id'],
  },
  { table: accountPreferences, key: 'account_id' },
  { table: sessions, key: 'id', omit: ['binding_hash', 'generation'] },
  { table: passkeys, key: 'id', omit: ['credential_id', 'public_key', 'counter'] },
  { table: oidcLinks, key: 'id' },
  { table: mailedCodes, key: 'code_hash', omit: ['code_hash'] },
  { table: recoveryCodes, key: 'code_hash', omit: ['code_hash'] },
  { table: devices, key: 'id_hash', omit: ['id_hash'] },
  { table: failedAttempts, key: 'kind' },
  { table: invites, owner: 'created_by', key: 'id', omit: ['code_hash'] },
  // The personal workspace, and what the account is and did in others.
  { table: workspaces, owner: 'personal_account_id', key: 'id' },
  { table: workspaceMembers, key: 'workspace_id' },
  { table: workspaceMemberMonths, key: sql`(own.month || ' ' || own.workspace_id)` },
  { table: workspaceActivity, key: 'id' },
  { table: workspaceInvites, owner: 'invited_by', key: 'id', omit: ['code_hash'] },
  { table: billingCustomers, key: 'customer_id' },
  { table: subscriptions, key: 'subscription_id' },
  { table: billingLedger, key: 'id' },
  { table: billingNotices, key: 'invoice_id' },
  { table: sandboxCheckouts, key: 'id' },
  { table: sandboxSubscriptions, key: 'id' },
  { table: sandboxInvoices, key: 'id' },
  // API keys without their hashes, and their use.
  { table: apiKeys, key: 'id', omit: ['secret_hash'] },
  { table: agentConfirmations, key: 'token_hash', omit: ['token_hash', 'digest'] },
  { table: apiKeyUsage, key: useKey },
  { table: usageMonths, key: 'month' },
  // Data that the account collected: each profile with its experiences and educations.
  { table: collectorEntries, key: 'position' },
  // The omitted columns are derived by the database for lists and searches.
  {
    table: linkedinProfiles,
    key: 'id',
    omit: ['words', 'name_key', 'company_key', 'has_email', 'is_complete'],
    add: profileParts,
    inner: [linkedinExperiences, linkedinEducations],
  },
  { table: linkedinProfileTags, key: sql`(lpad(own.profile_id::text, 20, '0') || own.folded)` },
  { table: linkedinProfileChanges, key: 'id' },
  { table: linkedinRecollections, key: 'profile_id' },
  // The stored answers without their megabytes of content, which the profiles already contain in parsed form.
  { table: linkedinRawAnswers, key: 'id', omit: ['content', 'digest'], add: answerSize },
  { table: linkedinCompanies, key: 'company_id', omit: ['words', 'shared_words', 'name_key'] },
  { table: linkedinKnownPlaces, key: 'place_id', omit: ['words', 'shared_words', 'name_key'] },
  { table: linkedinRiskAcceptances, key: 'accepted_at' },
  { table: catalogueChecks, key: sql`(own.endpoint || ' ' || own.candidate)` },
  { table: searchJobs, key: 'id' },
  // The account's work on the data tables. Exported rows are stored as a bitmap, so they are counted, not listed.
  { table: tableViews, key: 'id' },
  { table: tableLayouts, key: 'table_name' },
  { table: tableVisits, key: sql`(own.table_name || ' ' || own.view_id)` },
  {
    table: rowLists,
    key: 'id',
    add: sql`jsonb_build_object('rows', array(select row_id from row_list_rows where list_id = own.id order by row_id))`,
    inner: [rowListRows],
  },
  {
    table: rowTags,
    key: sql`(own.table_name || ' ' || own.folded || ' ' || lpad(own.row_id::text, 19, '0'))`,
  },
  { table: rowNotes, key: 'id' },
  { table: myRowVersions, key: 'table_name' },
  { table: tableExports, key: 'id' },
  {
    table: scheduledExports,
    key: 'id',
    omit: ['lease_token'],
    add: exportDestinations,
    inner: [scheduledExportDestinations],
  },
  { table: scheduledExportFiles, key: 'id', inner: [scheduledExportParts] },
  {
    table: changeWalks,
    key: sql`(own.table_name || ' ' || lpad(own.version::text, 19, '0'))`,
  },
  {
    table: exportedRows,
    key: sql`(own.month || ' ' || own.table_name || ' ' || lpad(own.chunk::text, 10, '0'))`,
    omit: ['bits'],
    add: sql`jsonb_build_object('rows', bit_count(own.bits))`,
  },
  { table: trackedSources, key: 'source_id', add: trackedName },
  { table: trends, key: 'id' },
  { table: trendVideos, key: 'video_id' },
  { table: analysisTasks, key: 'id', omit: ['lease_until', 'lease_token'] },
  { table: trendSettings, key: 'account_id' },
  { table: alerts, key: 'id', add: knownRows, inner: [alertMembers] },
  { table: alertMessages, key: 'id' },
  { table: alertMailCounts, key: 'account_id' },
  { table: accountEvents, key: 'id' },
  // Webhooks without their secrets.
  { table: webhooks, key: 'id', omit: ['secret', 'previous_secret'] },
  { table: webhookDeliveries, key: 'id', omit: ['lease_token'] },
  // Destinations without their secrets.
  { table: destinations, key: 'id', omit: ['secret'] },
  { table: destinationDeliveries, key: 'id', omit: ['lease_token'] },
  {
    table: destinationRows,
    key: sql`(own.destination_id || ' ' || lpad(own.export_id::text, 19, '0') || ' ' || lpad(own.row_id::text, 19, '0'))`,
    omit: ['digest'],
  },
  { table: crmRecords, key: sql`(own.destination_id || ' ' || own.record_id)` },
  { table: crmChanges, key: sql`(own.run_id || ' ' || lpad(own.row_id::text, 19, '0'))` },
];

export function listSections({ database }: Pick<Platform, 'database'>, accountId: number): DataSection[] {
  return sections.map(({ inner = [], ...own }) => ({
    name: getTableName(own.table),
    tables: [own.table, ...inner],
    rows: ownRows(database, accountId, own),
  }));
}

/** What members make in a workspace, and the column that says who. */
const madeByMembers: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [apiKeys, 'created_by'],
  [linkedinProfiles, 'collected_by'],
  [tableViews, 'created_by'],
  [rowLists, 'created_by'],
  [rowNotes, 'created_by'],
  [tableExports, 'exported_by'],
  [scheduledExports, 'created_by'],
  [trackedSources, 'tracked_by'],
  [alerts, 'created_by'],
  [webhooks, 'created_by'],
  [destinations, 'created_by'],
]);

export interface SharedWorkspaceData {
  /** The workspace and the membership, as JSON text. */
  readonly head: string;
  readonly sections: readonly DataSection[];
}

/** What an account made in the workspaces that it is a member of; those that it left keep to themselves what was made there. */
export async function listSharedWorkspaces(
  { database }: Pick<Platform, 'database'>,
  accountId: number,
): Promise<SharedWorkspaceData[]> {
  const { rows } = await database.execute<{ id: string; head: string }>(sql`
    select shared.id, jsonb_build_object('id', shared.id, 'name', shared.name, 'role', own.role, 'joined_at', own.joined_at)::text as head
    from ${workspaceMembers} own join ${workspaces} shared on shared.id = own.workspace_id
    where own.account_id = ${accountId} and shared.personal_account_id is null
    order by shared.id`);
  return rows.map(({ id, head }) => ({
    head,
    sections: sections.flatMap(({ inner = [], ...own }) => {
      const owner = madeByMembers.get(own.table);
      if (owner === undefined) return [];
      const made = {
        ...own,
        owner,
        omit: [...(own.omit ?? []), 'account_id', owner],
        only: sql`own.account_id = ${id}::bigint`,
      };
      const section = { name: getTableName(own.table), tables: [own.table, ...inner], rows: ownRows(database, accountId, made) };
      return [section];
    }),
  }));
}

function partsOf(table: typeof linkedinExperiences | typeof linkedinEducations) {
  return sql`(select coalesce(jsonb_agg(to_jsonb(part) - 'profile_id' order by part.position), '[]')
    from ${table} part where part.profile_id = own.id)`;
}
