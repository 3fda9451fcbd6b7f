/** Unfinished searches. Every statement names the account it is for. */
import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { searchJobs } from '../../../schema/linkedin.table.ts';

export interface StoredSearchJob {
  readonly id: string;
  readonly description: string;
  readonly searches: readonly SearchParams[];
}

const columns = { id: searchJobs.id, description: searchJobs.description, searches: searchJobs.searches };

/** Oldest first. */
export function listSearchJobs(connection: Connection, accountId: number): Promise<StoredSearchJob[]> {
  return connection
    .select(columns)
    .from(searchJobs)
    .where(eq(searchJobs.accountId, accountId))
    .orderBy(asc(searchJobs.createdAt), asc(searchJobs.id));
}

/** @param except a job that is about to be replaced @returns how many there are, and their characters as JSON */
export async function measureSearchJobs(
  connection: Connection,
  accountId: number,
  except: string | null,
): Promise<{ readonly total: number; readonly characters: number }> {
  const [found] = await connection
    .select({
      total: count(),
      characters: sql<number>`coalesce(sum(length(${searchJobs.searches}::text)), 0)::int`,
    })
    .from(searchJobs)
    .where(and(eq(searchJobs.accountId, accountId), except === null ? undefined : ne(searchJobs.id, except)));
  return found ?? { total: 0, characters: 0 };
}

export async function insertSearchJob(connection: Connection, accountId: number, job: StoredSearchJob, at: Date): Promise<void> {
  await connection.insert(searchJobs).values({ accountId, ...job, searches: [...job.searches], createdAt: at });
}

/** @returns whether the account has this job */
export async function replaceSearchJob(connection: Connection, accountId: number, job: StoredSearchJob): Promise<boolean> {
  const rows = await connection
    .update(searchJobs)
    .set({ description: job.description, searches: [...job.searches] })
    .where(and(eq(searchJobs.accountId, accountId), eq(searchJobs.id, job.id)))
    .returning({ id: searchJobs.id });
  return rows.length > 0;
}

export async function deleteSearchJob(connection: Connection, accountId: number, id: string): Promise<void> {
  await connection.delete(searchJobs).where(and(eq(searchJobs.accountId, accountId), eq(searchJobs.id, id)));
}
