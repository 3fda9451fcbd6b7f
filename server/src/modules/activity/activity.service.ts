/**
 * What members did in a shared workspace: who exported, connected, invited, shared, deleted. Nothing is noted in personal
 * workspaces, where nobody else would read it.
 */
import type { ActivityAction } from '@leadloom/shared/contract/workspaces';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import { workspaceActivity, workspaces } from '../../schema/workspaces.table.ts';

/** Characters; longer targets are cut. */
const TARGET_LENGTH = 200;

/** Who acts, and where. */
export interface Actor {
  /** null: nobody, such as the sign-in at a provider. */
  readonly accountId: number | null;
  readonly workspaceId: WorkspaceId;
}

interface Activity {
  readonly action: ActivityAction;
  /** What it was done to, as members know it, such as `list “Norway”`. */
  readonly target: string;
  /** Rows that were exported; null: none. */
  readonly rows?: number | null;
}

/**
 * Passes the rows of an export on, and notes how many were read when the file ends, in whatever way.
 * @param target what is exported, as members know it
 */
export async function* notedRows<Row>(
  { database, now }: { readonly database: Connection; readonly now: () => Date },
  member: Member,
  target: string,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = 0;
  try {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
  } finally {
    if (rows > 0) await noteActivity(database, member, { action: 'exported', target, rows }, now());
  }
}

/** @param connection the transaction of what is noted, so that both happen or neither */
export async function noteActivity(
  connection: Connection,
  { accountId, workspaceId }: Actor,
  { action, target, rows = null }: Activity,
  at: Date,
): Promise<void> {
  await connection.execute(sql`
    insert into ${workspaceActivity} (workspace_id, account_id, at, action, target, row_count)
    select ${workspaces.id}, ${accountId}::bigint, ${at.toISOString()}::timestamptz, ${action}, ${target.slice(0, TARGET_LENGTH)},
      ${rows}::int
    from ${workspaces} where ${workspaces.id} = ${workspaceId} and ${workspaces.personalAccountId} is null`);
}
