/** Records of CRMs as they were last read or written. Every statement names the destination, and with it the workspace. */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { crmRecords, crmRecordVersions, type PushedRecord } from '../../schema/crm.table.ts';
import { destinations } from '../../schema/destinations.table.ts';

/** A CRM of a workspace. */
export interface CrmPlace {
  readonly workspaceId: WorkspaceId;
  readonly destinationId: string;
}

export type StoredRecord = typeof crmRecords.$inferSelect;

export interface SeenRecord {
  readonly recordId: string;
  readonly object: CrmObject;
  readonly key: string | null;
  readonly owner: string | null;
  readonly stage: string | null;
}

export interface LinkedRecord extends SeenRecord {
  readonly tableName: string;
  readonly rowId: number;
  readonly pushed: PushedRecord;
}

const isOf = ({ workspaceId, destinationId }: CrmPlace) =>
  and(eq(crmRecords.workspaceId, workspaceId), eq(crmRecords.destinationId, destinationId));

/** Records that rows were pushed to. */
export async function findLinked(
  connection: Connection,
  place: CrmPlace,
  object: CrmObject,
  { tableName, rowIds }: { readonly tableName: string; readonly rowIds: readonly number[] },
): Promise<StoredRecord[]> {
  return connection
    .select()
    .from(crmRecords)
    .where(
      and(
        isOf(place),
        eq(crmRecords.object, object),
        eq(crmRecords.tableName, tableName),
        sql`${crmRecords.rowId} = any(${sql.param(rowIds)}::bigint[])`,
      ),
    );
}

/** Records by their ids, or by their keys where a row was pushed to them. */
export async function findKnown(
  connection: Connection,
  place: CrmPlace,
  { recordIds, keys }: { readonly recordIds: readonly string[]; readonly keys: readonly string[] },
): Promise<StoredRecord[]> {
  const isLinkedBy = and(isNotNull(crmRecords.rowId), sql`${crmRecords.key} = any(${sql.param(keys)}::text[])`);
  return connection
    .select()
    .from(crmRecords)
    .where(and(isOf(place), or(sql`${crmRecords.recordId} = any(${sql.param(recordIds)}::text[])`, isLinkedBy)));
}

/** What both a reading and a run learn of a record that is stored already. */
const SEEN = {
  object: sql`excluded.object`,
  key: sql`excluded.key`,
  owner: sql`excluded.owner`,
  stage: sql`excluded.stage`,
  readAt: sql`excluded.read_at`,
};

/**
 * Takes the lock of those who write records of destinations, before the first record: a trigger takes it after each statement, and
 * two who wait for each other would end in an error.
 */
export async function lockRecords(connection: Connection, destinationIds: SQL): Promise<void> {
  await connection.execute(
    sql`select from ${crmRecordVersions} where destination_id in (${destinationIds}) order by destination_id for update`,
  );
}

/** Stores what a reading saw; what was pushed to a record stays known. */
export async function storeSeen(
  connection: Connection,
  { workspaceId, destinationId }: CrmPlace,
  records: readonly SeenRecord[],
  at: Date,
): Promise<void> {
  if (records.length === 0) return;
  await lockRecords(connection, sql`${destinationId}::uuid`);
  await connection
    .insert(crmRecords)
    .values(records.map((record) => ({ ...record, workspaceId, destinationId, readAt: at })))
    .onConflictDoUpdate({
      target: [crmRecords.destinationId, crmRecords.recordId],
      set: SEEN,
    });
}

/** Stores that rows were pushed to records. A row has one record: what it was linked to before is linked no more. */
export async function storeLinked(
  connection: Connection,
  place: CrmPlace,
  records: readonly LinkedRecord[],
  at: Date,
): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { tableName } = first;
  await lockRecords(connection, sql`${place.destinationId}::uuid`);
  await connection
    .delete(crmRecords)
    .where(
      and(
        isOf(place),
        eq(crmRecords.tableName, tableName),
        sql`${crmRecords.rowId} = any(${sql.param(records.map(({ rowId }) => rowId))}::bigint[])`,
        sql`${crmRecords.recordId} <> all(${sql.param(records.map(({ recordId }) => recordId))}::text[])`,
      ),
    );
  await connection
    .insert(crmRecords)
    .values(records.map((record) => ({ ...record, ...place, readAt: at })))
    .onConflictDoUpdate({
      target: [crmRecords.destinationId, crmRecords.recordId],
      set: {
        ...SEEN,
        tableName: sql`excluded.table_name`,
        rowId: sql`excluded.row_id`,
        pushed: sql`excluded.pushed`,
      },
    });
}

/** What is known of values that were pushed, after an undoing. */
export async function changePushed(
  connection: Connection,
  place: CrmPlace,
  recordId: string,
  pushed: PushedRecord,
): Promise<void> {
  await connection
    .update(crmRecords)
    .set({ pushed })
    .where(and(isOf(place), eq(crmRecords.recordId, recordId)));
}

export async function forgetRecords(connection: Connection, place: CrmPlace, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  await lockRecords(connection, sql`${place.destinationId}::uuid`);
  await connection.delete(crmRecords).where(and(isOf(place), inArray(crmRecords.recordId, [...recordIds])));
}

/**
 * Ends a reading. Records that it did not see are gone: those that rows were pushed to stay known, with an older time, so that
 * they are not created again; the others are forgotten.
 * @param isWhole whether all records were read; otherwise what rows were pushed to counts as seen
 */
export async function endReading(
  connection: Connection,
  { workspaceId, destinationId }: CrmPlace,
  {
    object,
    startedAt,
    at,
    isWhole,
  }: { readonly object: CrmObject; readonly startedAt: Date; readonly at: Date; readonly isWhole: boolean },
): Promise<void> {
  const place = { workspaceId, destinationId };
  await lockRecords(connection, sql`${destinationId}::uuid`);
  const isUnseen = or(lt(crmRecords.readAt, startedAt), ne(crmRecords.object, object));
  await connection
    .delete(crmRecords)
    .where(and(isOf(place), isUnseen, or(isNull(crmRecords.rowId), ne(crmRecords.object, object))));
  if (!isWhole)
    await connection
      .update(crmRecords)
      .set({ readAt: at })
      .where(and(isOf(place), lt(crmRecords.readAt, startedAt)));
  await connection
    .update(destinations)
    .set({ readAt: startedAt })
    .where(and(eq(destinations.id, destinationId), eq(destinations.workspaceId, workspaceId)));
}
