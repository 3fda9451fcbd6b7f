/** Takes people who were erased out of what is known of all workspaces' CRMs. */
import type { DestinationKind } from '@leadloom/shared/contract/destinations';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { crmChanges, crmRecords } from '../../schema/crm.table.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';
import { rowLists } from '../../schema/my-rows.table.ts';
import { tableViews } from '../../schema/table-views.table.ts';
import { lockRecords } from './records.repository.ts';

export interface ErasedRecord {
  readonly workspaceId: WorkspaceId;
  readonly destinationId: string;
  readonly kind: DestinationKind;
  readonly name: string;
  readonly recordId: string;
  /** Whether a run created it. */
  readonly isCreated: boolean;
}

export type UnknownCreation = Omit<ErasedRecord, 'recordId' | 'isCreated'>;

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
  await lockRecords(transaction, sql`select taken.destination_id from ${crmRecords} taken where ${condition}`);
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
 * Forgets changes that no known record stands for: those that were undone, or interrupted before their record was known.
 * @returns creations of which nobody knows whether they were made
 */
export function forgetContactChanges(
  transaction: Connection,
  emails: readonly string[],
  workspaceId: WorkspaceId | null,
): Promise<readonly UnknownCreation[]> {
  const isIn = workspaceId === null ? sql`true` : sql`made.account_id = ${workspaceId}::bigint`;
  const isNamed = sql`exists (select from jsonb_each_text(made.before || made.after) as cell
    where lower(btrim(cell.value)) = any(${sql.param(emails)}::text[]))`;
  return forgetChanges(transaction, sql`${isIn} and destination.settings ->> 'object' = 'contacts' and ${isNamed}`);
}

/** The same of rows. Where the view or list of the run is gone, nobody knows its table, and the row's number decides. */
export function forgetRowChanges(
  transaction: Connection,
  { tableName, rowIds }: RowsOfTable,
): Promise<readonly UnknownCreation[]> {
  const source = sql`destination.settings -> 'source' ->> 'id'`;
  const sourceTable = sql`case destination.settings -> 'source' ->> 'kind'
    when 'list' then (select list.table_name from ${rowLists} list where list.id::text = ${source})
    else (select replace(seen.table_name, '-', '_') from ${tableViews} seen where seen.id = ${source}) end`;
  return forgetChanges(
    transaction,
    sql`made.row_id = any(${sql.param(rowIds)}::bigint[]) and coalesce(${sourceTable} = ${tableName}, true)`,
  );
}

async function forgetChanges(transaction: Connection, condition: ReturnType<typeof sql>): Promise<readonly UnknownCreation[]> {
  const { rows } = await transaction.execute<Record<string, unknown> & UnknownCreation>(sql`
    with gone as (
      delete from ${crmChanges} made using ${destinationDeliveries} run, ${destinations} destination
      where run.id = made.run_id and destination.id = run.destination_id and ${condition}
      returning destination.account_id, destination.id, destination.kind, destination.name,
        made.state = 'sending' and made.record_id is null as is_unknown)
    select distinct account_id::int as "workspaceId", id as "destinationId", kind, name from gone where is_unknown order by id`);
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
  const isOfRows = sql`known.table_name = ${tableName} and known.row_id = any(${sql.param(rowIds)}::bigint[]) and known.pushed is not null`;
  await lockRecords(transaction, sql`select known.destination_id from ${crmRecords} known where ${isOfRows}`);
  const { rows } = await transaction.execute<Record<string, unknown> & ErasedRecord>(sql`
    with kept as (
      update ${crmRecords} known set pushed = jsonb_set(known.pushed, '{values}', '{}')
      where ${isOfRows}
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
