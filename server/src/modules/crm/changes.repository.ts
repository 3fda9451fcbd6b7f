/** What runs change in records: written before a batch is sent, completed after it. */
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { type CrmValues, crmChanges } from '../../schema/crm.table.ts';

export type StoredChange = typeof crmChanges.$inferSelect;

/** A run of a CRM. */
export interface RunPlace {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
}

const isOf = ({ workspaceId, runId }: RunPlace) => and(eq(crmChanges.workspaceId, workspaceId), eq(crmChanges.runId, runId));

export async function findChanges(connection: Connection, run: RunPlace, rowIds: readonly number[]): Promise<StoredChange[]> {
  return connection
    .select()
    .from(crmChanges)
    .where(and(isOf(run), sql`${crmChanges.rowId} = any(${sql.param(rowIds)}::bigint[])`));
}

/** Changes that are about to be sent. One that is there already keeps its first values, for the undoing. */
export async function addChanges(
  connection: Connection,
  run: RunPlace,
  changes: readonly Pick<StoredChange, 'rowId' | 'recordId' | 'action' | 'before' | 'after'>[],
): Promise<void> {
  if (changes.length === 0) return;
  await connection
    .insert(crmChanges)
    .values(changes.map((change) => ({ ...change, ...run, state: 'sending' as const })))
    .onConflictDoUpdate({
      target: [crmChanges.runId, crmChanges.rowId],
      set: {
        recordId: sql`excluded.record_id`,
        before: sql`excluded.before || ${crmChanges.before}`,
        after: sql`${crmChanges.after} || excluded.after`,
        state: sql`excluded.state`,
      },
    });
}

/** A change that was made. */
export interface MadeChange {
  readonly rowId: number;
  readonly recordId: string;
  /** Of a created record: what the CRM itself filled in. */
  readonly filled?: CrmValues;
}

export async function endChanges(connection: Connection, run: RunPlace, made: readonly MadeChange[]): Promise<void> {
  if (made.length === 0) return;
  const given = JSON.stringify(made.map(({ rowId, recordId, filled = {} }) => ({ row_id: rowId, record_id: recordId, filled })));
  await connection.execute(sql`
    update ${crmChanges} set state = 'sent', record_id = made.record_id, before = ${crmChanges.before} || made.filled
    from jsonb_to_recordset(${given}::jsonb) as made (row_id bigint, record_id text, filled jsonb)
    where ${isOf(run)} and ${crmChanges.rowId} = made.row_id`);
}

/** Forgets changes that were not made. */
export async function dropChanges(connection: Connection, run: RunPlace, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length > 0) await connection.delete(crmChanges).where(and(isOf(run), inArray(crmChanges.rowId, [...rowIds])));
}

/** Changes that were made and not undone, in the order of their rows. */
export function readSent(connection: Connection, run: RunPlace, after: number, limit: number): Promise<StoredChange[]> {
  return connection
    .select()
    .from(crmChanges)
    .where(and(isOf(run), eq(crmChanges.state, 'sent'), gt(crmChanges.rowId, after)))
    .orderBy(asc(crmChanges.rowId))
    .limit(limit);
}

export async function settleChanges(
  connection: Connection,
  run: RunPlace,
  rowIds: readonly number[],
  state: 'undone' | 'kept',
): Promise<void> {
  if (rowIds.length > 0)
    await connection
      .update(crmChanges)
      .set({ state })
      .where(and(isOf(run), inArray(crmChanges.rowId, [...rowIds])));
}

/** How many changes of each run were made and not undone. */
export async function countSent(
  connection: Connection,
  workspaceId: WorkspaceId,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await connection
    .select({ runId: crmChanges.runId, sent: count() })
    .from(crmChanges)
    .where(and(eq(crmChanges.workspaceId, workspaceId), inArray(crmChanges.runId, [...runIds]), eq(crmChanges.state, 'sent')))
    .groupBy(crmChanges.runId);
  return new Map(rows.map(({ runId, sent }) => [runId, sent]));
}
