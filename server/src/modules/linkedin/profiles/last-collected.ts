/**
 * When LinkedIn's responses about a profile last arrived. Servers of earlier versions wrote that to `updated_at`, so it is
 * the later of both; `greatest` ignores null.
 */
import { type SQL, sql } from 'drizzle-orm';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';

export const lastCollectedAt: SQL<Date> =
  sql`greatest(${linkedinProfiles.lastCollectedAt}, ${linkedinProfiles.updatedAt})`.mapWith(linkedinProfiles.updatedAt);
