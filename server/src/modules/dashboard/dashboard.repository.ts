/**
 * Running and pending work of an account, and its progress in the first steps. Every statement names the account it is for.
 * Leases end by the clock of the database.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts, passkeys } from '../../schema/accounts.table.ts';
import { apiKeys } from '../../schema/keys.table.ts';
import { collectorEntries, linkedinProfiles, searchJobs } from '../../schema/linkedin.table.ts';
import { sources, trackedSources } from '../../schema/tracking.table.ts';
import { analysisTasks } from '../../schema/trends.table.ts';

/** An account, and the workspace that it looks at. */
interface Viewed {
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
}

const stepsSchema = z.object({
  is_ended: z.boolean(),
  table: z.boolean(),
  extension: z.boolean(),
  name: z.boolean(),
  key: z.boolean(),
  has_second_factor: z.boolean(),
});

/** The account's first steps; what it tracks and its keys are the workspace's. null: the account is gone. */
export async function readFirstSteps(database: Database, { accountId, workspaceId }: Viewed) {
  const { rows } = await database.execute(sql`
    select first_steps_ended_at is not null as is_ended, rows_seen_at is not null as table,
      linkedin_onboarded is true as extension,
      exists (select from ${trackedSources} where account_id = ${workspaceId}) as name,
      exists (select from ${apiKeys} where account_id = ${workspaceId}) as key,
      totp_enabled_at is not null or exists (select from ${passkeys} where account_id = ${accountId}) as has_second_factor
    from ${accounts} where id = ${accountId}`);
  return rows[0] === undefined ? null : stepsSchema.parse(rows[0]);
}

const analysisSchema = z.object({ status: z.string(), info: z.nullable(z.object({ status: z.string() })) });

/** The one that is not finished; null: there is none. */
export async function readActiveAnalysis(database: Database, workspaceId: WorkspaceId) {
  const { rows } = await database.execute(sql`
    select status, info from ${analysisTasks}
    where account_id = ${workspaceId} and status in ('PENDING', 'STARTED', 'PROGRESS')
      and (lease_until is null or lease_until > now())
    limit 1`);
  return rows[0] === undefined ? null : analysisSchema.parse(rows[0]);
}

const countsSchema = z.object({ profiles: z.int(), searches: z.int() });

/**
 * The collector's lists are bounded for each account. Profiles are counted as the collector lists them in the workspace: one
 * that the account collected for another workspace is still to do, and one that another member collected is not.
 */
export async function countCollectorWork(database: Database, { accountId, workspaceId }: Viewed) {
  const inWorkspace = sql`select from ${linkedinProfiles} as profile where profile.account_id = ${workspaceId}`;
  const underAddress = sql`${inWorkspace} and profile.profile_key = entry.profile_key`;
  const toDo = sql`not entry.collected and entry.status is distinct from 'not_found'`;
  const { rows } = await database.execute(sql`
    select
      (select count(*)::int from ${collectorEntries} as entry
        where entry.account_id = ${accountId} and case
          when entry.user_id is null then ${toDo}
            and not exists (${underAddress} and coalesce(profile.collected_by, profile.account_id) <> ${accountId})
          when exists (${inWorkspace} and profile.id = entry.user_id) then ${toDo}
          else not exists (${underAddress}) end) as profiles,
      (select count(*)::int from ${searchJobs} as job where job.account_id = ${accountId}) as searches`);
  return countsSchema.parse(rows[0]);
}

const visitsSchema = z.object({ running: z.int(), waiting: z.int() });

/** @param networks that can be visited; `waiting`: names that were never visited */
export async function countVisits(database: Database, workspaceId: WorkspaceId, networks: readonly string[]) {
  const { rows } = await database.execute(sql`
    select count(*) filter (where source.lease_until > now())::int as running,
      count(*) filter (where source.last_collected_at is null and source.failures = 0
        and (source.lease_until is null or source.lease_until <= now()))::int as waiting
    from ${trackedSources} as tracked join ${sources} as source on source.id = tracked.source_id
    where tracked.account_id = ${workspaceId} and source.network = any(${sql.param(networks)}::text[])`);
  return visitsSchema.parse(rows[0]);
}
