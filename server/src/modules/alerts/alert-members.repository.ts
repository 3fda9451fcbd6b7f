/** The rows that alerts knew when they last notified, by chunk. The statements are used while notifying. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { alertMembers } from '../../schema/alerts.table.ts';
import { MemberBits } from './member-bits.ts';

const CHUNKS_AT_ONCE = 200;

/** Alerts that know the same rows of a chunk. */
export interface MemberClass {
  readonly alertIds: readonly number[];
  readonly ids: Buffer;
}

/** The known rows of each chunk. Alerts that know no row of a chunk may be absent. */
export async function readMemberClasses(
  connection: Connection,
  alertIds: readonly number[],
  chunks: readonly number[],
): Promise<ReadonlyMap<number, readonly MemberClass[]>> {
  const { rows } = await connection.execute<{ chunk: number; ids: Buffer; alerts: string[] }>(sql`
    select chunk, ids, array_agg(alert_id) as alerts from ${alertMembers}
    where alert_id = any(${sql.param(alertIds)}::bigint[]) and chunk = any(${sql.param(chunks)}::int[]) group by chunk, ids`);
  const classes = Map.groupBy(rows, ({ chunk }) => chunk);
  return new Map(
    [...classes].map(([chunk, found]) => [chunk, found.map(({ ids, alerts }) => ({ ids, alertIds: alerts.map(Number) }))]),
  );
}

export async function readAllMembers(connection: Connection, alertId: number): Promise<MemberBits> {
  const rows = await connection.select().from(alertMembers).where(eq(alertMembers.alertId, alertId)).orderBy(alertMembers.chunk);
  return new MemberBits(rows.map(({ chunk, ids }) => [chunk, ids]));
}

/** The rows of one chunk that some alerts know from now on. */
export interface ChangedChunk {
  readonly chunk: number;
  readonly ids: Uint8Array;
  readonly alertIds: readonly number[];
}

export async function saveChunks(connection: Connection, changed: readonly ChangedChunk[]): Promise<void> {
  for (let from = 0; from < changed.length; from += CHUNKS_AT_ONCE) {
    const some = changed.slice(from, from + CHUNKS_AT_ONCE);
    const owners = some.flatMap(({ alertIds }, at) => alertIds.map((alertId) => ({ alertId, at: at + 1 })));
    const list = (values: readonly unknown[], type: SQL) => sql`${sql.param(values)}::${type}[]`;
    await connection.execute(sql`
      insert into ${alertMembers} (alert_id, chunk, ids)
      select owner.alert_id, made.chunk, made.ids
      from unnest(${list(
        some.map(({ chunk }) => chunk),
        sql`int`,
      )}, ${list(
        some.map(({ ids }) => Buffer.from(ids)),
        sql`bytea`,
      )})
        with ordinality as made (chunk, ids, at)
      join unnest(${list(
        owners.map(({ alertId }) => alertId),
        sql`bigint`,
      )}, ${list(
        owners.map(({ at }) => at),
        sql`bigint`,
      )})
        as owner (alert_id, at) using (at)
      on conflict (alert_id, chunk) do update set ids = excluded.ids`);
  }
}

/** Stores the chunks that were set. */
export async function saveMembers(connection: Connection, alertId: number, bits: MemberBits): Promise<void> {
  await saveChunks(
    connection,
    bits.changed().map((chunk) => ({ ...chunk, alertIds: [alertId] })),
  );
}

export async function forgetMembers(connection: Connection, alertId: number): Promise<void> {
  await connection.delete(alertMembers).where(eq(alertMembers.alertId, alertId));
}
