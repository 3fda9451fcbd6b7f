/** Searches that did not finish. Every statement names the account it is for. */
import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Connection } from './collector.repository.ts';
import { searchJobs } from './linkedin.table.ts';

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

export async function countSearchJobs(connection: Connection, accountId: number): Promise<number> {
  const rows = await connection.select({ total: count() }).from(searchJobs).where(eq(searchJobs.accountId, accountId));
  return rows[0]?.total ?? 0;
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
