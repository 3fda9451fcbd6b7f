/** Job boards: which are due, and what a reading found. */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { type BoardLink, startOfJobs } from '../../../open-sources/job-boards/board-links.ts';
import { isBoardProvider } from '../../../open-sources/job-boards/providers.ts';
import type { NotedBoard, VisitedBoard } from '../../../open-sources/open-source.ts';
import { jobs } from '../../../schema/data-tables.table.ts';
import { jobBoards } from '../../../schema/open-sources.table.ts';

const HOUR = 3600 * 1000;
const READ_EVERY_HOURS = 24;
const LONGEST_PAUSE_HOURS = 7 * 24;
/** Texts for the operator are cut to this length. */
const ERROR_LENGTH = 500;

type ListNext = (limit: number) => Promise<readonly VisitedBoard[]>;

/** Goes once through the boards that are due. One that was handed out does not come again, whatever becomes of it. */
export function createDueBoards(database: Database, now: () => Date): ListNext {
  let after: readonly [provider: string, token: string] = ['', ''];
  return async (limit) => {
    const rows = await database
      .select()
      .from(jobBoards)
      .where(and(lte(jobBoards.nextReadAt, now()), sql`(${jobBoards.provider}, ${jobBoards.token}) > (${after[0]}, ${after[1]})`))
      .orderBy(asc(jobBoards.provider), asc(jobBoards.token))
      .limit(limit);
    const last = rows.at(-1);
    if (last !== undefined) after = [last.provider, last.token];
    const boards: VisitedBoard[] = [];
    for (const { provider, token, companyName, companyWebsite, missing } of rows) {
      const open = await listOpenJobs(database, { provider, token, companyName, companyWebsite });
      boards.push({ provider, token, companyName, companyWebsite, missing, open });
    }
    return boards;
  };
}

/**
 * Addresses of a company's jobs that a board told of, and that are not closed. Whose a pasted board is becomes known later, if
 * ever: jobs that were stored before have no website, or no company at all, and are found by the board's own address.
 */
async function listOpenJobs(
  database: Database,
  { companyName, companyWebsite, ...board }: Omit<VisitedBoard, 'missing' | 'open'>,
): Promise<readonly string[]> {
  const domain = companyWebsite === null ? null : normalDomain(companyWebsite);
  const start = isBoardProvider(board.provider) ? startOfJobs({ ...board, provider: board.provider }) : null;
  const named = sql`lower(company_name) = lower(${companyName})`;
  const ofCompany =
    domain === null ? named : sql`(company_website_domain = ${domain} or company_website_domain is null and ${named})`;
  const ofNobody = sql`company_website_domain is null and lower(company_name) is null and starts_with(url, ${start})`;
  const { rows } = await database.execute<{ url: string }>(sql`
    select url from ${jobs}
    where (${ofCompany} or ${ofNobody}) and 'job-boards' = any(sources) and closed_on is null and url is not null order by id`);
  return rows.map(({ url }) => url);
}

/**
 * Notes boards that were found, and how readings ended. A board that is known keeps what is known of its company. One that was
 * removed while it was read stays removed.
 */
export async function noteBoards(connection: Connection, boards: readonly NotedBoard[], now: Date): Promise<void> {
  for (const { read, ...board } of boards) {
    if (read === undefined) await noteFound(connection, board, now);
    else await noteReading(connection, { ...board, read }, now);
  }
}

async function noteFound(connection: Connection, board: Omit<NotedBoard, 'read'>, now: Date): Promise<void> {
  const { provider, token, companyName, companyWebsite } = board;
  const known = {
    companyName: sql`coalesce(${jobBoards.companyName}, excluded.company_name)`,
    companyWebsite: sql`coalesce(${jobBoards.companyWebsite}, excluded.company_website)`,
  };
  await connection
    .insert(jobBoards)
    .values({ provider, token, companyName, companyWebsite, nextReadAt: now })
    .onConflictDoUpdate({ target: [jobBoards.provider, jobBoards.token], set: known });
}

async function noteReading(connection: Connection, board: Required<NotedBoard>, now: Date): Promise<void> {
  const { companyName, companyWebsite, read } = board;
  const known = {
    companyName: sql`coalesce(${jobBoards.companyName}, ${companyName})`,
    companyWebsite: sql`coalesce(${jobBoards.companyWebsite}, ${companyWebsite})`,
  };
  if (read.error === null) {
    const nextReadAt = new Date(now.getTime() + READ_EVERY_HOURS * HOUR);
    const reading = { readAt: now, nextReadAt, failures: 0, error: null, missing: [...read.missing] };
    await connection
      .update(jobBoards)
      .set({ ...known, ...reading })
      .where(isBoard(board));
    return;
  }
  const hours = sql`least(${READ_EVERY_HOURS} * power(2, least(${jobBoards.failures}, 10)), ${LONGEST_PAUSE_HOURS})`;
  await connection
    .update(jobBoards)
    .set({
      ...known,
      nextReadAt: sql`${now.toISOString()}::timestamptz + make_interval(hours => (${hours})::integer)`,
      failures: sql`${jobBoards.failures} + 1`,
      error: read.error.replaceAll('\0', '').slice(0, ERROR_LENGTH),
    })
    .where(isBoard(board));
}

/** Adds boards that an operator pasted, due at once. One that is known stays as it is. @returns how many were added */
export async function addBoards(connection: Connection, boards: readonly BoardLink[], now: Date): Promise<number> {
  if (boards.length === 0) return 0;
  const { rowCount } = await connection
    .insert(jobBoards)
    .values(boards.map(({ provider, token }) => ({ provider, token, nextReadAt: now })))
    .onConflictDoNothing();
  return rowCount ?? 0;
}

export async function countBoards(connection: Connection): Promise<number> {
  return connection.$count(jobBoards);
}

interface BoardSearch {
  /** A board, or a part of its name or of its company's; null: all. */
  readonly search: BoardLink | string | null;
  readonly limit: number;
  readonly offset: number;
}

/** By provider and token. */
export async function listBoards(connection: Connection, { search, limit, offset }: BoardSearch) {
  const isFound = isSearched(search);
  const rows = await connection
    .select()
    .from(jobBoards)
    .where(isFound)
    .orderBy(asc(jobBoards.provider), asc(jobBoards.token))
    .limit(limit)
    .offset(offset);
  return { rows, total: await connection.$count(jobBoards, isFound) };
}

function isSearched(search: BoardSearch['search']): SQL | undefined {
  if (search === null) return undefined;
  if (typeof search === 'object') return isBoard(search);
  const names = sql`concat_ws(' ', ${jobBoards.token}, ${jobBoards.companyName})`;
  return sql`strpos(fold_text(${names}), fold_text(${search})) > 0`;
}

/** @returns whether it was there */
export async function deleteBoard(connection: Connection, board: Pick<VisitedBoard, 'provider' | 'token'>): Promise<boolean> {
  const { rowCount } = await connection.delete(jobBoards).where(isBoard(board));
  return rowCount === 1;
}

function isBoard({ provider, token }: Pick<VisitedBoard, 'provider' | 'token'>): SQL | undefined {
  return and(eq(jobBoards.provider, provider), eq(jobBoards.token, token));
}
