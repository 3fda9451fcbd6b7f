/** Empties what is collected in a test's database, and checks that nothing is. */
import { sql } from 'drizzle-orm';
import type { TestServer } from './test-server.ts';

/** Deletes everything that was collected; accounts stay signed in. */
export async function emptyCollector({ database }: TestServer): Promise<void> {
  await database.execute(
    sql`truncate collector_rows, search_jobs, linkedin_companies, linkedin_known_places, linkedin_profiles cascade`,
  );
  await database.execute(sql`update accounts set linkedin_onboarded = null`);
}

/** Whether no profile and no company is stored. */
export async function isNothingStored({ database }: TestServer): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select (select count(*) from linkedin_profiles)::int + (select count(*) from linkedin_companies)::int as total`,
  );
  return rows[0]?.total === 0;
}
