/**
 * Which rows of Companies collected people work for now: by the page at LinkedIn of a present employer, by its number there, or
 * by its website as the account looked it up; where a position has neither page nor number, by its name. An account's own
 * people alone are read, however many others have collected.
 */
import { companies } from '@leadloom/shared/tables/companies';
import { type SQL, sql } from 'drizzle-orm';
import { sharedHostPattern } from '../../../hosts/shared-hosts.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName, domainColumn, linkedinKey, loweredText } from '../../../schema/data-table.ts';
import { linkedinCompanies, linkedinExperiences, linkedinProfiles } from '../../../schema/linkedin.table.ts';

const table = sql.identifier(databaseName(companies));
const sharedHosts = sql.raw(`'${sharedHostPattern()}'`);

/** How a row of Companies is one of the employers: each has an index of its own. */
const keys: readonly SQL[] = [
  sql`${linkedinKey('linkedin_url')} = any(employer.pages)`,
  sql`${sql.identifier(domainColumn('website'))} = employer.site`,
  sql`${loweredText('name')} = employer.name`,
];

/**
 * A query of the ids of the account's people who work for a row of Companies that passes a condition.
 * @param chosen the condition, in the columns of that table
 */
export function employeesOf(workspaceId: WorkspaceId, chosen: SQL): SQL {
  const isKnown = sql.join(
    keys.map((key) => sql`exists (select from ${table} where ${key} and (${chosen}))`),
    sql` or `,
  );
  return sql`with job as materialized (${presentJobs(workspaceId, sql`true`)})
    select job.profile_id from job join (select employer.* from (${employers(workspaceId)}) employer where ${isKnown}) employer
      on employer.job_key = job.job_key`;
}

/** A query of the ids of the rows of Companies that one of the account's collected people works for. */
export function companiesOf(workspaceId: WorkspaceId, profileId: number): SQL {
  return sql`with job as materialized (${presentJobs(workspaceId, sql`own.id = ${profileId}::bigint`)}),
    employer as materialized (${employers(workspaceId)})
    ${sql.join(
      keys.map((key) => sql`select found.id from employer, lateral (select id from ${table} where ${key}) found`),
      sql` union `,
    )}`;
}

/**
 * The employers of the present, those of all present positions and that of the profile itself. Experiences are looked up person
 * by person: a plan that reads those of all accounts would be slower with each of them.
 */
function presentJobs(workspaceId: WorkspaceId, which: SQL): SQL {
  return sql`select profile_id, company_id, company_url, company_name,
      coalesce(company_id, '') || ' ' || coalesce(company_url, '') || ' ' || coalesce(company_name, '') as job_key
    from (
      select own.id as profile_id, own.company_id, own.company_url, own.company_name
      from ${linkedinProfiles} own where own.account_id = ${workspaceId} and ${which}
      union all
      select own.id, present.company_id, present.company_url, present.company_name
      from ${linkedinProfiles} own, lateral (
        select company_id, company_url, company_name from ${linkedinExperiences} experience
        where experience.profile_id = own.id and experience.is_current offset 0
      ) present
      where own.account_id = ${workspaceId} and ${which}
    ) present_jobs
    where coalesce(company_id, company_url, company_name) is not null`;
}

/** Each employer once, with what is compared. */
function employers(workspaceId: WorkspaceId): SQL {
  return sql`select each.job_key,
      array_remove(array[linkedin_key(each.company_url), linkedin_key(known.url), 'company/' || each.company_id,
        'company/' || lower(known.universal_name)], null) as pages,
      case when host_key(known.website) !~ ${sharedHosts} then host_key(known.website) end as site,
      case when each.company_id is null and linkedin_key(each.company_url) is null then lower(each.company_name) end as name
    from (select distinct job_key, company_id, company_url, company_name from job) each
    left join ${linkedinCompanies} known on known.account_id = ${workspaceId} and known.company_id = each.company_id`;
}
