/** Collected people among linked rows: those who work for a row of Companies, and the rows that belong to one of them. */
import { RELATED_ROWS } from '@leadloom/shared/contract/related-group';
import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { people } from '@leadloom/shared/tables/people';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName, memberKey } from '../../../schema/data-table.ts';
import { linkedinCompanies, linkedinExperiences, linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { companiesOf, employeesOf } from '../filters/employer-sql.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { cellsOf } from '../list/page-statement.ts';
import { readCells } from '../read-cells.ts';

const personSchema = z.array(
  z.object({
    id: z.string(),
    full_name: z.string().nullable(),
    title: z.string().nullable(),
    headline: z.string().nullable(),
    company_name: z.string().nullable(),
    location: z.string().nullable(),
    country: z.string().nullable(),
    email: z.string().nullable(),
    profile_url: z.string(),
    collected_at: z.coerce.date().transform((at) => at.toISOString()),
  }),
);
const newest = sql.raw(`limit ${RELATED_ROWS}`);

/**
 * The account's people who work for a row of Companies: how many, the newest, and the filters of their list that select the
 * same people; null: none of the given do.
 * @param filters of Companies that the row passes, the best first
 */
export async function readEmployees(
  database: Database,
  workspaceId: WorkspaceId,
  company: number,
  filters: readonly TableFilters[],
) {
  const working = (chosen: SQL) =>
    sql`${linkedinProfiles.workspaceId} = ${workspaceId} and ${linkedinProfiles.id} in (${employeesOf(workspaceId, chosen)})`;
  const ofRow = working(sql`id = ${company}::bigint`);
  const count = (condition: SQL) => countOf(database, sql`${linkedinProfiles} where ${condition}`);
  const total = await count(ofRow);
  if (total === 0) return { total, rows: [], query: null };
  const { rows } = await database.execute(sql`
    select ${linkedinProfiles.id}::text as id, full_name, headline, location, country, email, profile_url, collected_at,
      coalesce(company_name, (select named.name from ${linkedinCompanies} named
        where named.account_id = ${workspaceId} and named.company_id = ${linkedinProfiles.companyId})) as company_name,
      (select present.title from ${linkedinExperiences} present
        where present.profile_id = ${linkedinProfiles.id} and present.is_current and present.title is not null
        order by present.position limit 1) as title
    from ${linkedinProfiles} where ${ofRow} order by collected_at desc, id desc ${newest}`);
  // Whoever works for the row works for a row that passes its filters, so equal numbers are the same people.
  const query = await firstOf(filters, async (one) => total === (await count(working(conditionOf(companies, one)))));
  return { total, rows: personSchema.parse(rows), query };
}

/** The rows of Companies that a collected person works for. @param filters that may select the same rows */
export function readEmployers(database: Database, workspaceId: WorkspaceId, profile: number, filters: readonly TableFilters[]) {
  return readRows(database, companies, companiesOf(workspaceId, profile), filters);
}

/** The rows of People that are the same person, by the address at LinkedIn or the email. @param filters as above */
export function readSamePerson(
  database: Database,
  { profileKey, email }: { readonly profileKey: string; readonly email: string | null },
  filters: readonly TableFilters[],
) {
  const table = sql.identifier(databaseName(people));
  const ids = sql`select id from ${table} where ${memberKey('linkedin_url')} = ${profileKey}
    union select id from ${table} where lower(email) = lower(${email}::text)`;
  return readRows(database, people, ids, filters);
}

async function readRows(database: Database, definition: TableDefinition, ids: SQL, filters: readonly TableFilters[]) {
  const table = sql.identifier(databaseName(definition));
  const total = await countOf(database, sql`(${ids}) found`);
  if (total === 0) return { total, rows: [], query: null };
  const order = sql`order by ${sql.identifier(definition.defaultSort)} desc, id desc ${newest}`;
  const rows = await readCells(database, sql`select ${cellsOf(definition)} from ${table} where id in (${ids}) ${order}`);
  const query = await firstOf(filters, async (one) => {
    const condition = conditionOf(definition, one);
    return (
      total === (await countOf(database, sql`${table} where ${condition}`)) &&
      total === (await countOf(database, sql`${table} where (${condition}) and id in (${ids})`))
    );
  });
  return { total, rows, query };
}

function conditionOf(definition: TableDefinition, filters: TableFilters): SQL {
  return filterCondition(definition, filters) ?? sql`true`;
}

async function firstOf(
  filters: readonly TableFilters[],
  passes: (filters: TableFilters) => Promise<boolean>,
): Promise<TableFilters | null> {
  for (const one of filters) if (await passes(one)) return one;
  return null;
}

async function countOf(database: Database, from: SQL): Promise<number> {
  const { rows } = await database.execute<{ total: string }>(sql`select count(*) as total from ${from}`);
  return Number(rows[0]?.total);
}
