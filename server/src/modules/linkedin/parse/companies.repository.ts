/**
 * Companies that members of a workspace parsed. Every statement names the workspace: what is stored in one no other one
 * reads, so that nobody can change the data of others.
 */
import { and, count, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinCompanies, linkedinExperiences, linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { lastCollectedAt } from '../profiles/last-collected.ts';

export interface StoredCompany {
  /** The network's number. */
  readonly companyId: string;
  readonly name: string;
  readonly universalName: string | null;
  readonly url: string | null;
  readonly website: string | null;
}

/** A later answer that lacks a value keeps the earlier one. */
export async function writeCompany(
  connection: Connection,
  workspaceId: WorkspaceId,
  company: StoredCompany,
  at: Date,
): Promise<void> {
  const known = (name: string) => sql`coalesce(excluded.${sql.identifier(name)}, ${linkedinCompanies}.${sql.identifier(name)})`;
  await connection
    .insert(linkedinCompanies)
    .values({ workspaceId, ...company, updatedAt: at })
    .onConflictDoUpdate({
      target: [linkedinCompanies.workspaceId, linkedinCompanies.companyId],
      set: {
        name: sql`excluded.name`,
        universalName: known('universal_name'),
        url: known('url'),
        website: known('website'),
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

/** How many other companies the workspace has; 0 if it has this one already, because that one is only updated. */
export async function countOtherCompanies(connection: Connection, workspaceId: WorkspaceId, companyId: string): Promise<number> {
  const ofAccount = eq(linkedinCompanies.workspaceId, workspaceId);
  const isThis = and(ofAccount, eq(linkedinCompanies.companyId, companyId));
  const known = await connection.select({ id: linkedinCompanies.companyId }).from(linkedinCompanies).where(isThis);
  if (known.length > 0) return 0;
  const [found] = await connection.select({ total: count() }).from(linkedinCompanies).where(ofAccount);
  return found?.total ?? 0;
}

/** Companies that profiles of the account refer to and that were not looked up yet, those of the newest profiles first. */
export async function listUnknownCompanyIds(connection: Connection, workspaceId: WorkspaceId, limit: number): Promise<string[]> {
  const found = await connection.execute<{ company_id: string }>(sql`
    select named.company_id
    from (
      select ${linkedinProfiles.companyId}, ${lastCollectedAt} as seen_at
      from ${linkedinProfiles}
      where ${linkedinProfiles.workspaceId} = ${workspaceId} and ${linkedinProfiles.companyId} is not null
      union all
      select ${linkedinExperiences.companyId}, ${lastCollectedAt}
      from ${linkedinExperiences}
      join ${linkedinProfiles} on ${linkedinProfiles.id} = ${linkedinExperiences.profileId}
      where ${linkedinProfiles.workspaceId} = ${workspaceId} and ${linkedinExperiences.companyId} is not null
    ) as named (company_id, seen_at)
    where not exists (
      select from ${linkedinCompanies}
      where ${linkedinCompanies.workspaceId} = ${workspaceId} and ${linkedinCompanies.companyId} = named.company_id
    )
    group by named.company_id
    order by max(named.seen_at) desc, named.company_id
    limit ${limit}`);
  return found.rows.map((row) => row.company_id);
}
