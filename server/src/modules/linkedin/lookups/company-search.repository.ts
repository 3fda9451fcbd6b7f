/**
 * Companies by name, for a people search. Owns whose word on a company counts: an account's own at once; other
 * accounts' once two unrelated ones gave a company the same name, so that nobody puts names before others alone; and
 * the operator's, who loaded a company under the network's number.
 */
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';

interface FoundCompany {
  readonly companyId: string;
  readonly name: string;
}

/** Accounts whose addresses share a domain may be one person, or one company: together they are one voice. */
const NEEDED_VOICES = 2;

const foundSchema = z.array(z.object({ company_id: z.string(), name: z.string() }));

/** How names are compared with the text, each source by an index of its own; and which of them come first. */
interface Match {
  readonly own: SQL;
  readonly loaded: SQL;
  readonly agreed: SQL;
  readonly order: SQL;
}

/**
 * Companies in whose name each word of the text begins a word: the name itself first, then those that begin with the
 * text. Then those of the account's own that hold the text elsewhere: these are few enough to look through, and no
 * index of the others knows parts of words. A text without a word finds nothing.
 */
export async function findCompanies(
  connection: Connection,
  accountId: number,
  text: string,
  limit: number,
): Promise<FoundCompany[]> {
  // Short texts have more matches than anybody could rank; mostly the first by name are all that is shown.
  const first = await findMatching(connection, accountId, matchPrefix(text), limit);
  if (first.length === limit) return first;
  const found = await findMatching(connection, accountId, matchWords(accountId, text), limit);
  if (found.length === limit) return found;
  const known = new Set(found.map(({ companyId }) => companyId));
  const holding = await findOwnContaining(connection, accountId, text, limit + known.size);
  return [...found, ...holding.filter(({ companyId }) => !known.has(companyId))].slice(0, limit);
}

async function findOwnContaining(
  connection: Connection,
  accountId: number,
  text: string,
  limit: number,
): Promise<FoundCompany[]> {
  const { rows } = await connection.execute(sql`
    select company_id, name from linkedin_companies
    where account_id = ${accountId} and strpos(name_key collate "C", fold_text(${text})) > 0
      and scoped_query('', ${text}) is not null
    order by name_key collate "C", company_id limit ${limit}`);
  return readFound(rows);
}

function readFound(rows: unknown): FoundCompany[] {
  return foundSchema.parse(rows).map((row) => ({ companyId: row.company_id, name: row.name }));
}

function matchPrefix(text: string): Match {
  const begins = sql`(name_key collate "C") ^@ fold_text(${text})`;
  const hasWord = sql`scoped_query('', ${text}) is not null`;
  return {
    own: sql`${begins} and ${hasWord}`,
    loaded: sql`(left(fold_text(name), 100) collate "C") ^@ fold_text(${text}) and ${hasWord}`,
    agreed: sql`${begins} and ${hasWord}`,
    // The text itself is the first of all that begin with it.
    order: sql`name_key collate "C"`,
  };
}

function matchWords(accountId: number, text: string): Match {
  return {
    own: sql`words @@ scoped_query(${`${accountId}:`}, ${text})`,
    loaded: sql`scoped_words('', name) @@ scoped_query('', ${text})`,
    agreed: sql`shared_words @@ scoped_query('', ${text})`,
    order: sql`starts_with(name_key, fold_text(${text})) desc, name_key collate "C"`,
  };
}

async function findMatching(connection: Connection, accountId: number, match: Match, limit: number): Promise<FoundCompany[]> {
  const { order } = match;
  const { rows } = await connection.execute(sql`
    with own as (
      select company_id, name, name_key, 1 as weight from linkedin_companies
      where account_id = ${accountId} and ${match.own}
      order by ${order}, company_id limit ${limit}
    ),
    loaded as (
      select company_id, name, name_key, 2 as weight
      from (
        select substring(linkedin_url from '/company/([0-9]{1,20})/?$') as company_id, name,
          left(fold_text(name), 100) as name_key
        from companies
        -- Invented rows name nobody's number.
        where linkedin_url ~ '/company/[0-9]{1,20}/?$' and ${match.loaded} and source <> 'sample'
      ) numbered
      order by ${order}, company_id limit ${limit}
    ),
    agreed as (
      select company_id, min(name) as name, name_key, 3 as weight
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
