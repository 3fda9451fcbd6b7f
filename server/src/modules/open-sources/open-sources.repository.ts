/** Rows of open sources and their settings. They belong to the installation, so no statement here names an account. */
import { randomUUID } from 'node:crypto';
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../database/database.ts';
import { isDue } from '../../database/plausible-time.ts';
import { createLeases, FREED, isNext, type Lease, LostLease } from '../../leased-work/leases.ts';
import { openSourceSettings, openSources } from '../../schema/open-sources.table.ts';
import { rowSources } from '../../schema/row-sources.table.ts';

const DAY = 24 * 3600 * 1000;
/** No run is further ahead: none of the sources waits as long between two runs, and no publisher's time is obeyed beyond a week. */
export const LONGEST_WAIT = 62 * DAY;

export type StoredSource = typeof openSources.$inferSelect & {
  /** Whether a server works on it now. */
  readonly isHeld: boolean;
};
/** A source that this server runs. */
export type TakenSource = typeof openSources.$inferSelect & Lease & { readonly id: OpenSourceId };

export const sourceLeases = createLeases({
  id: openSources.id,
  until: openSources.leaseUntil,
  token: openSources.leaseToken,
  seconds: 30,
});

export async function listStored(connection: Connection): Promise<ReadonlyMap<OpenSourceId, StoredSource>> {
  const rows = await connection
    .select({ stored: openSources, isHeld: sql<boolean>`not ${sourceLeases.isFree}` })
    .from(openSources);
  return new Map(rows.map(({ stored, isHeld }) => [stored.id, { ...stored, isHeld }]));
}

/** The row, made if there is none. Others wait until the transaction ends. */
export async function lockSource(transaction: Transaction, id: OpenSourceId): Promise<StoredSource> {
  await transaction.insert(openSources).values({ id }).onConflictDoNothing();
  const [found] = await transaction
    .select({ stored: openSources, isHeld: sql<boolean>`not ${sourceLeases.isFree}` })
    .from(openSources)
    .where(eq(openSources.id, id))
    .for('update');
  if (found === undefined) throw new Error(`the open source ${id} has no row`);
  return { ...found.stored, isHeld: found.isHeld };
}

export async function changeSource(
  transaction: Transaction,
  id: OpenSourceId,
  changes: Partial<Omit<typeof openSources.$inferInsert, 'id'>>,
): Promise<void> {
  await transaction.update(openSources).set(changes).where(eq(openSources.id, id));
}

/** What takes the lease from whoever works on the source: its next write and its next renewal fail. */
export const INTERRUPTED = FREED;

/** Takes sources that are due. A run that was not ended goes on, so what it has added and changed still counts. */
export async function takeDue(
  database: Database,
  now: Date,
  { ids, limit }: { readonly ids: readonly OpenSourceId[]; readonly limit: number },
): Promise<TakenSource[]> {
  if (ids.length === 0) return [];
  const token = randomUUID();
  const kept = (column: SQL) => sql`case when ${openSources.leaseToken} is null then 0 else ${column} end`;
  const where = and(inArray(openSources.id, [...ids]), isDue(openSources.nextRunAt, now, LONGEST_WAIT), sourceLeases.isFree);
  const taken = await database
    .update(openSources)
    .set({ ...sourceLeases.taken(token), added: kept(sql`${openSources.added}`), changed: kept(sql`${openSources.changed}`) })
    .where(isNext(database, openSources.id, { where, orderBy: [asc(openSources.nextRunAt), asc(openSources.id)], limit }))
    .returning();
  return taken.map((row) => ({ ...row, token }));
}

/** What a load leaves with its source. */
export interface StoredLoad {
  readonly added: number;
  readonly changed: number;
  /** Absent: the step has further loads, so the run would begin the step again. */
  readonly checkpoint?: unknown;
  /** Rows of a full file; absent: it is none. */
  readonly fullRows?: number;
}

/** @throws {LostLease} if another server holds the source, or nobody: the transaction must not be committed then */
export async function storeLoad(
  transaction: Transaction,
  lease: Lease,
  { added, changed, checkpoint, fullRows }: StoredLoad,
): Promise<void> {
  const { rowCount } = await transaction
    .update(openSources)
    .set({
      added: sql`${openSources.added} + ${added}`,
      changed: sql`${openSources.changed} + ${changed}`,
      // A null of JSON would not be the beginning.
      ...(checkpoint === undefined ? {} : { checkpoint: checkpoint === null ? sql`null` : checkpoint }),
      ...(fullRows === undefined ? {} : { fullRows, refusedRows: null, isConfirmed: false }),
    })
    .where(sourceLeases.isHeld(lease));
  if (rowCount !== 1) throw new LostLease('the open source has another holder');
}

export interface EndedRun {
  readonly lastRunAt: Date;
  /** When it runs again, if it is on. */
  readonly nextRunAt: Date;
  readonly failures: number;
  /** null: it succeeded. */
  readonly error: string | null;
  /** Rows of a file that was refused for having too few; null: none was. */
  readonly refusedRows: number | null;
}

/** Gives the lease back with what came of the run. It has no effect once the lease is lost. */
export async function endRun(connection: Connection, lease: Lease, ended: EndedRun): Promise<void> {
  const { nextRunAt, ...rest } = ended;
  await connection
    .update(openSources)
    .set({
      ...FREED,
      ...rest,
      ...(rest.error === null ? { succeededAt: rest.lastRunAt } : {}),
      nextRunAt: sql`case when ${openSources.isOn} then ${nextRunAt.toISOString()}::timestamptz end`,
    })
    .where(sourceLeases.isHeld(lease));
}

/** Leaves the run to the next server: the lease ends, and its token says that the run has not. */
export async function leaveRun(connection: Connection, lease: Lease): Promise<void> {
  await connection.update(openSources).set({ leaseUntil: sql`clock_timestamp()` }).where(sourceLeases.isHeld(lease));
}

export interface StoredSettings {
  readonly contact: string | null;
  readonly countries: readonly string[] | null;
}

export async function readSettings(connection: Connection): Promise<StoredSettings> {
  const [found] = await connection.select().from(openSourceSettings);
  return { contact: found?.contact ?? null, countries: found?.countries ?? null };
}

export async function changeSettings(
  transaction: Transaction,
  changes: { readonly contact?: string | null; readonly countries?: string[] },
): Promise<void> {
  await transaction
    .insert(openSourceSettings)
    .values({ id: 1, ...changes })
    .onConflictDoUpdate({
      target: openSourceSettings.id,
      set: { id: 1, ...changes },
    });
}

export interface RowCount {
  /** The table's name in the database. */
  readonly tableName: string;
  readonly source: string;
  readonly rows: number;
}

/** Rows of each table of which each source filled at least one cell. Reads an index as large as all of them. */
export async function countRows(database: Database): Promise<readonly RowCount[]> {
  const rows = await database
    .select({ tableName: rowSources.tableName, source: rowSources.source, rows: sql<string>`count(*)` })
    .from(rowSources)
    .where(sql`cardinality(${rowSources.fields}) > 0`)
    .groupBy(rowSources.tableName, rowSources.source);
  return rows.map(({ rows: count, ...rest }) => ({ ...rest, rows: Number(count) }));
}

/** @param tableName in the database */
export async function hasRowsOf(database: Connection, tableName: string, source: OpenSourceId): Promise<boolean> {
  const [found] = await database
    .select({ source: rowSources.source })
    .from(rowSources)
    .where(and(eq(rowSources.tableName, tableName), eq(rowSources.source, source)))
    .limit(1);
  return found !== undefined;
}
