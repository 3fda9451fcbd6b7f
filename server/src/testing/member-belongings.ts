/** Private and shared things that members have in a workspace, written past the endpoints. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { WorkspaceId } from '../http/workspace-id.ts';
import type { TestServer } from './test-server.ts';

export interface Belonging {
  readonly workspaceId: WorkspaceId;
  readonly createdBy: number;
  readonly name: string;
  /** `private` where absent. */
  readonly visibility?: 'private' | 'workspace';
}

export type BelongingKind = 'view' | 'list' | 'alert';
export const belongingKinds: readonly BelongingKind[] = ['view', 'list', 'alert'];

export async function addBelonging(
  { database }: TestServer,
  kind: BelongingKind,
  { workspaceId, createdBy, name, visibility = 'private' }: Belonging,
): Promise<void> {
  if (kind === 'view')
    await database.execute(sql`insert into table_views (id, account_id, created_by, visibility, table_name, name, state, is_pinned, is_default)
      values (${randomUUID()}, ${workspaceId}, ${createdBy}, ${visibility}, 'companies', ${name},
        '{"filters": {}, "columns": [], "sort": null}', true, false)`);
  if (kind === 'list')
    await database.execute(sql`insert into row_lists (account_id, created_by, visibility, table_name, name, is_pinned, created_at, updated_at)
      values (${workspaceId}, ${createdBy}, ${visibility}, 'companies', ${name}, true, now(), now())`);
  if (kind === 'alert')
    await database.execute(sql`insert into alerts
        (account_id, created_by, visibility, name, watch, filters, changes, frequency, time_of_day, zone, channels, position)
      values (${workspaceId}, ${createdBy}, ${visibility}, ${name}, '{"kind": "people"}', '{}', '{added}', 'daily', '08:00', 'UTC',
        '{app}', 0)`);
}

export interface FoundBelonging {
  readonly kind: BelongingKind;
  readonly name: string;
  readonly createdBy: number;
  readonly visibility: string;
}

/** Of all members of a workspace, by kind and name. */
export async function findBelongings({ database }: TestServer, workspaceId: WorkspaceId): Promise<readonly FoundBelonging[]> {
  const { rows } = await database.execute<{ kind: BelongingKind; name: string; created_by: string; visibility: string }>(sql`
    select 'view' as kind, name, created_by, visibility from table_views where account_id = ${workspaceId}
    union all select 'list', name, created_by, visibility from row_lists where account_id = ${workspaceId}
    union all select 'alert', name, created_by, visibility from alerts where account_id = ${workspaceId}
    order by kind, name, created_by`);
  return rows.map(({ kind, name, created_by: by, visibility }) => ({ kind, name, createdBy: Number(by), visibility }));
}
