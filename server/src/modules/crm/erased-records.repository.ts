/** Takes people who were erased out of what is known of all workspaces' CRMs. */
import type { DestinationKind } from '@leadloom/shared/contract/destinations';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { crmChanges, crmRecords } from '../../schema/crm.table.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';

export interface ErasedRecord {
  readonly workspaceId: WorkspaceId;
  readonly destinationId: string;
  readonly kind: DestinationKind;
  readonly name: string;
  readonly recordId: string;
  /** Whether a run created it. */
  readonly isCreated: boolean;
}

interface RowsOfTable {
  /** The table's name in the database. */
  readonly tableName: string;
  readonly rowIds: readonly number[];
}

/** Deletes contacts with these emails. @param workspaceId null: in all workspaces @returns what was deleted */
export function takeContacts(
  transaction: Connection,
  emails: readonly string[],
  workspaceId: WorkspaceId | null,
): Promise<readonly ErasedRecord[]> {
  const isIn = workspaceId === null ? sql`true` : sql`taken.account_id = ${workspaceId}::bigint`;
  return take(transaction, sql`taken.object = 'contacts' and taken.key = any(${sql.param(emails)}::text[]) and ${isIn}`);
}

/** Deletes what rows were pushed to. @returns what was deleted */
export function takeRowRecords(transaction: Connection, { tableName, rowIds }: RowsOfTable): Promise<readonly ErasedRecord[]> {
  return take(transaction, sql`taken.table_name = ${tableName} and taken.row_id = any(${sql.param(rowIds)}::bigint[])`);
}

async function take(transaction: Connection, condition: ReturnType<typeof sql>): Promise<readonly ErasedRecord[]> {
  const { rows } = await transaction.execute<Record<string, unknown> & ErasedRecord>(sql`
    with gone as (delete from ${crmRecords} taken where ${condition} returning taken.*),
    forgotten as (
      delete from ${crmChanges} made using gone, ${destinationDeliveries} run
      where run.id = made.run_id and run.destination_id = gone.destination_id
        and (made.record_id = gone.record_id or made.row_id = gone.row_id))
    select gone.account_id::int as "workspaceId", gone.destination_id as "destinationId", destination.kind, destination.name,
      gone.record_id as "recordId", coalesce((gone.pushed ->> 'isCreated')::boolean, false) as "isCreated"
    from gone join ${destinations} destination on destination.id = gone.destination_id
    order by gone.destination_id, gone.record_id`);
  return rows;
}

/**
 * Forgets which values were pushed of rows that stay without their person. The records stay known, so that none is created again.
 * @returns records that may name the person still
 */
export async function forgetPushedValues(
  transaction: Connection,
  { tableName, rowIds }: RowsOfTable,
): Promise<readonly ErasedRecord[]> {
  const { rows } = await transaction.execute<Record<string, unknown> & ErasedRecord>(sql`
    with kept as (
      update ${crmRecords} known set pushed = jsonb_set(known.pushed, '{values}', '{}')
      where known.table_name = ${tableName} and known.row_id = any(${sql.param(rowIds)}::bigint[]) and known.pushed is not null
      returning known.*),
    forgotten as (
      delete from ${crmChanges} made using kept, ${destinationDeliveries} run
      where run.id = made.run_id and run.destination_id = kept.destination_id and made.row_id = kept.row_id)
    select kept.account_id::int as "workspaceId", kept.destination_id as "destinationId", destination.kind, destination.name,
      kept.record_id as "recordId", false as "isCreated"
    from kept join ${destinations} destination on destination.id = kept.destination_id
    order by kept.destination_id, kept.record_id`);
  return rows;
}
