/**
 * Companies by name, for a people search. A company comes from the workspace itself, from companies that the operator
 * imported with LinkedIn's number, or from other accounts once two unrelated ones agree on the name, so that no single
 * account can put a name in front of others. Only personal workspaces, which have the id of their account, are voices: an
 * account can make many others.
 */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { matchPrefix, matchWords, type NameMatch, NEEDED_VOICES } from './name-match.ts';

interface FoundCompany {
  readonly companyId: string;
  readonly name: string;
}

const foundSchema = z.array(z.object({ company_id: z.string(), name: z.string() }));

/** A match that also finds imported companies. */
interface Match extends NameMatch {
  readonly loaded: SQL;
}

/**
 * Companies whose name has, for each word of the text, a word that starts with it. The exact name comes first, then names
 * that start with the text. The workspace's own companies that contain the text elsewhere come last: they are few enough to
 * scan, while no index of the other sources finds parts of words. A text without a word finds nothing.
 */
export async function findCompanies(
  connection: Connection,
  workspaceId: WorkspaceId,
  text: string,
  limit: number,
): Promise<FoundCompany[]> {
  // Short texts have too many matches to rank them all. The first by name usually fill the limit.
  const first = await findMatching(connection, workspaceId, { ...matchPrefix(text), loaded: loadedByPrefix(text) }, limit);
  if (first.length === limit) return first;
  const found = await findMatching(
    connection,
    workspaceId,
    { ...matchWords(workspaceId, text), loaded: loadedByWords(text) },
    limit,
  );
  if (found.length === limit) return found;
  const known = new Set(found.map(({ companyId }) => companyId));
  const containing = await findOwnContaining(connection, workspaceId, text, limit + known.size);
  return [...found, ...containing.filter(({ companyId }) => !known.has(companyId))].slice(0, limit);
}

async function findOwnContaining(
  connection: Connection,
  workspaceId: WorkspaceId,
  text: string,
  limit: number,
): Promise<FoundCompany[]> {
  const { rows } = await connection.execute(sql`
    select company_id, name from linkedin_companies
    where account_id = ${workspaceId} and strpos(name_key collate "C", fold_text(${text})) > 0
      and scoped_query('', ${text}) is not null
    order by name_key collate "C", company_id limit ${limit}`);
  return readFound(rows);
}

function readFound(rows: unknown): FoundCompany[] {
  return foundSchema.parse(rows).map((row) => ({ companyId: row.company_id, name: row.name }));
}

function loadedByPrefix(text: string): SQL {
  return sql`(left(fold_text(name), 100) collate "C") ^@ fold_text(${text}) and scoped_query('', ${text}) is not null`;
}

function loadedByWords(text: string): SQL {
  return sql`scoped_words('', name) @@ scoped_query('', ${text})`;
}

async function findMatching(
  connection: Connection,
  workspaceId: WorkspaceId,
  match: Match,
  limit: number,
): Promise<FoundCompany[]> {
  const { order } = match;
  const { rows } = await connection.execute(sql`
    with own as (
      select company_id, name, name_key, 1 as weight from linkedin_companies
      where account_id = ${workspaceId} and ${match.own}
      order by ${order}, company_id limit ${limit}
    ),
    loaded as (
      select company_id, name, name_key, 2 as weight
      from (
        select substring(linkedin_url from '/company/([0-9]{1,20})/?$') as company_id, name,
          left(fold_text(name), 100) as name_key
        from companies
        -- Sample rows have no real number.
        where linkedin_url ~ '/company/[0-9]{1,20}/?$' and ${match.loaded} and source <> 'sample'
      ) numbered
      order by ${order}, company_id limit ${limit}
    ),
    agreed as (
      select company_id, min(name collate "C") as name, name_key, 3 as weight
      from linkedin_companies
      join accounts voice on voice.id = account_id
      where ${match.agreed} and voice.verified_at is not null and voice.blocked_at is null
      group by name_key collate "C", name_key, company_id
      having count(distinct split_part(voice.email, '@', 2)) >= ${NEEDED_VOICES}
      order by ${order}, company_id limit ${limit}
    ),
    found as (
      select distinct on (company_id) company_id, name, name_key
      from (select * from own union all select * from loaded union all select * from agreed) every_source
      order by company_id, weight, name
    )
    select company_id, name from found order by ${order}, company_id limit ${limit}`);
  return readFound(rows);
}
