/** Requests to be erased. They belong to the installation, so no statement here names an account. */
import type { ErasureChoice, ErasureTouches } from '@leadloom/shared/contract/erasures';
import { and, asc, count, eq, isNotNull, isNull, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { columnStoreErasures } from '../../schema/column-store.table.ts';
import { erasures } from '../../schema/erasures.table.ts';
import type { ErasedPerson } from './person/claims.ts';

export type StoredErasure = typeof erasures.$inferSelect;
export type ErasureState = StoredErasure['state'];

export async function addErasure(connection: Connection, added: typeof erasures.$inferInsert): Promise<StoredErasure> {
  const [row] = await connection.insert(erasures).values(added).returning();
  if (row === undefined) throw new Error('a request was not stored');
  return row;
}

export async function readErasure(connection: Connection, id: string): Promise<StoredErasure | null> {
  const [found] = await connection.select().from(erasures).where(eq(erasures.id, id));
  return found ?? null;
}

/** Keeps others that decide about it waiting until the transaction ends. */
export async function lockErasure(transaction: Connection, id: string): Promise<StoredErasure | null> {
  const [found] = await transaction.select().from(erasures).where(eq(erasures.id, id)).for('update');
  return found ?? null;
}

export async function findByCode(transaction: Connection, codeHash: Buffer): Promise<StoredErasure | null> {
  const [found] = await transaction.select().from(erasures).where(eq(erasures.codeHash, codeHash)).for('update');
  return found ?? null;
}

export async function changeErasure(
  connection: Connection,
  id: string,
  changes: Partial<Omit<StoredErasure, 'id' | 'person' | 'touches' | 'choice'>> & {
    readonly person?: ErasedPerson | null;
    readonly choice?: ErasureChoice | null;
    readonly touches?: ErasureTouches | null;
  },
): Promise<void> {
  await connection.update(erasures).set(changes).where(eq(erasures.id, id));
}

/** Requests to be answered come first, by their due date; then those that ended, the latest first. */
export async function listErasures(
  connection: Connection,
  {
    state,
    skip,
    take,
  }: { readonly state: Exclude<ErasureState, 'unconfirmed'> | null; readonly skip: number; readonly take: number },
): Promise<{ readonly rows: readonly StoredErasure[]; readonly total: number }> {
  const isListed = and(ne(erasures.state, 'unconfirmed'), state === null ? undefined : eq(erasures.state, state));
  const rows = await connection
    .select()
    .from(erasures)
    .where(isListed)
    .orderBy(sql`${erasures.endedAt} desc nulls first`, asc(erasures.dueAt), asc(erasures.id))
    .limit(take)
    .offset(skip);
  const [{ total } = { total: 0 }] = await connection.select({ total: count() }).from(erasures).where(isListed);
  return { rows, total };
}

export async function listIdsIn(connection: Connection, state: ErasureState): Promise<readonly string[]> {
  const rows = await connection.select({ id: erasures.id }).from(erasures).where(eq(erasures.state, state));
  return rows.map(({ id }) => id);
}

/** Requests that waited for the column store, which is rid of everything by now. */
export async function listFreed(connection: Connection): Promise<readonly Pick<StoredErasure, 'id' | 'origin'>[]> {
  return connection
    .select({ id: erasures.id, origin: erasures.origin })
    .from(erasures)
    .where(
      and(
        eq(erasures.state, 'running'),
        isNotNull(erasures.waitsFor),
        notExists(
          connection
            .select({ id: columnStoreErasures.id })
            .from(columnStoreErasures)
            .where(and(isNull(columnStoreErasures.doneAt), lte(columnStoreErasures.id, erasures.waitsFor))),
        ),
      ),
    );
}

/** Open requests of which nobody knows yet what they would touch. */
export async function listUncounted(connection: Connection): Promise<readonly string[]> {
  const rows = await connection
    .select({ id: erasures.id })
    .from(erasures)
    .where(and(eq(erasures.state, 'open'), sql`${erasures.touches} is null`));
  return rows.map(({ id }) => id);
}

export async function deleteUnconfirmedBefore(connection: Connection, time: Date): Promise<void> {
  await connection.delete(erasures).where(and(eq(erasures.state, 'unconfirmed'), lt(erasures.requestedAt, time)));
}

export async function deleteEndedBefore(connection: Connection, time: Date): Promise<void> {
  await connection.delete(erasures).where(lt(erasures.endedAt, time));
}
