/** Rows of the use of API keys: one per day, key, endpoint and status class. */
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { apiKeyUsage } from '../../schema/keys.table.ts';

export interface UsedKey {
  readonly workspaceId: WorkspaceId;
  readonly prefix: string;
}

export interface Uses extends UsedKey {
  readonly day: string;
  readonly endpoint: string;
  /** The first digit of the status: 2 for 200 to 299. */
  readonly statusClass: number;
  readonly calls: number;
}

/** Adds to existing counts; uses of a deleted account are dropped. */
export async function addUses(database: Database, uses: readonly Uses[]): Promise<void> {
  const column = (field: keyof Uses) => sql.param(uses.map((use) => use[field]));
  await database.execute(sql`
    insert into api_key_usage (account_id, day, prefix, endpoint, status_class, calls)
    select used.* from unnest(${column('workspaceId')}::bigint[], ${column('day')}::date[], ${column('prefix')}::text[],
        ${column('endpoint')}::text[], ${column('statusClass')}::smallint[], ${column('calls')}::int[])
      as used(account_id, day, prefix, endpoint, status_class, calls)
    where exists (select from workspaces where workspaces.id = used.account_id)
    -- In one order, so that servers that write at the same time wait for each other in one direction.
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, prefix, endpoint, status_class)
      do update set calls = api_key_usage.calls + excluded.calls`);
}

export function listUses(database: Database, workspaceId: WorkspaceId, firstDay: string) {
  const { day, prefix, endpoint, statusClass, calls } = apiKeyUsage;
  return database
    .select({ day, prefix, endpoint, statusClass, calls })
    .from(apiKeyUsage)
    .where(and(eq(apiKeyUsage.workspaceId, workspaceId), gte(day, firstDay)))
    .orderBy(desc(day), prefix, endpoint, statusClass);
}

export async function deleteUsesBefore(database: Database, day: string): Promise<void> {
  await database.delete(apiKeyUsage).where(lt(apiKeyUsage.day, day));
}
