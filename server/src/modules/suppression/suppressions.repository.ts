/** The suppression list in the database. It belongs to the installation, so no statement here names an account. */
import { asc, count, eq, gt, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { erasures } from '../../schema/erasures.table.ts';
import { suppressionKey, suppressions } from '../../schema/suppressions.table.ts';

/**
 * An arbitrary fixed number. Writers of rows that the list may refuse hold the lock shared, and the list changes only while
 * nobody does.
 */
const LIST_LOCK = 482_911;
const BATCH = 5_000;

export interface Suppression {
  readonly hash: Buffer;
  readonly kind: string;
  readonly erasureId: string;
  readonly addedAt: Date;
}

/** Locks the list: it does not change until the transaction ends. */
export async function lockListShared(transaction: Connection): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock_shared(${LIST_LOCK}, 0)`);
}

/** Waits for all who hold it shared. */
export async function lockList(transaction: Connection): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${LIST_LOCK}, 0)`);
}

/** @returns how many were new */
export async function addSuppressions(transaction: Connection, added: readonly Suppression[]): Promise<number> {
  let fresh = 0;
  for (let from = 0; from < added.length; from += BATCH) {
    const rows = await transaction
      .insert(suppressions)
      .values(added.slice(from, from + BATCH))
      .onConflictDoNothing()
      .returning({ kind: suppressions.kind });
    fresh += rows.length;
  }
  return fresh;
}

export async function countSuppressions(connection: Connection): Promise<number> {
  return connection.$count(suppressions);
}

export async function countKinds(connection: Connection): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  return connection
    .select({ kind: suppressions.kind, count: count() })
    .from(suppressions)
    .groupBy(suppressions.kind)
    .orderBy(suppressions.kind);
}

export async function* readSuppressions(connection: Connection): AsyncGenerator<Suppression> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const rows = await connection
      .select()
      .from(suppressions)
      .where(gt(suppressions.hash, last))
      .orderBy(asc(suppressions.hash))
      .limit(BATCH);
    yield* rows;
    last = rows.at(-1)?.hash ?? last;
    if (rows.length < BATCH) return;
  }
}

/** The hashes that are in the list, as hexadecimal. */
export async function findSuppressed(connection: Connection, hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await connection.execute<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from ${suppressions} where hash = any(${sql.param(hashes)}::bytea[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}

export async function readKey(connection: Connection): Promise<Buffer | null> {
  const [row] = await connection.select({ sealed: suppressionKey.sealed }).from(suppressionKey);
  return row?.sealed ?? null;
}

/** @returns the key that is stored: of two that are added at once, the first */
export async function addKey(connection: Connection, sealed: Buffer): Promise<Buffer> {
  await connection.insert(suppressionKey).values({ sealed }).onConflictDoNothing();
  return (await readKey(connection)) ?? sealed;
}

/** Replaces the key only if it is still the old one. */
export async function replaceKey(connection: Connection, old: Buffer, sealed: Buffer): Promise<void> {
  await connection.update(suppressionKey).set({ sealed }).where(eq(suppressionKey.sealed, old));
}

export async function deleteKey(transaction: Connection): Promise<void> {
  await transaction.delete(suppressionKey);
}

/** When somebody was last erased everywhere, in milliseconds since 1970; 0: never. */
export async function lastCarriedOut(connection: Connection): Promise<number> {
  const [row] = await connection
    .select({ at: sql<string | null>`extract(epoch from max(${erasures.endedAt})) * 1000` })
    .from(erasures)
    .where(eq(erasures.state, 'done'));
  return Number(row?.at ?? 0);
}
