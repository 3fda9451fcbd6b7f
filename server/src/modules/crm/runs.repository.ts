/** Runs of CRMs: deliveries with the event `crm.push`. */

import { crmKinds } from '@leadloom/shared/contract/destinations';
import { and, count, desc, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { destinationDeliveries, destinations, type RunCounts } from '../../schema/destinations.table.ts';
import type { CrmPlace } from './records.repository.ts';

export type StoredRun = typeof destinationDeliveries.$inferSelect;

const PUSH = 'crm.push';

const isRunOf = ({ workspaceId, destinationId }: CrmPlace) =>
  and(
    eq(destinationDeliveries.workspaceId, workspaceId),
    eq(destinationDeliveries.destinationId, destinationId),
    eq(destinationDeliveries.event, PUSH),
  );

/** Until the transaction ends, no other one starts or undoes a run of the destination. */
export async function lockRuns(transaction: Connection, { destinationId }: Pick<CrmPlace, 'destinationId'>): Promise<void> {
  await lockForTransaction(transaction, `crm-runs:${destinationId}`);
}

export async function isRunning(connection: Connection, place: CrmPlace): Promise<boolean> {
  const found = await connection
    .select({ id: destinationDeliveries.id })
    .from(destinationDeliveries)
    .where(and(isRunOf(place), eq(destinationDeliveries.state, 'waiting')))
    .limit(1);
  return found.length > 0;
}

export async function findRun(connection: Connection, place: CrmPlace, id: string): Promise<StoredRun | null> {
  const [found] = await connection
    .select()
    .from(destinationDeliveries)
    .where(and(isRunOf(place), eq(destinationDeliveries.id, id)));
  return found ?? null;
}

/** Newest first. */
export async function listRuns(
  connection: Connection,
  place: CrmPlace,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ readonly runs: StoredRun[]; readonly total: number }> {
  const runs = await connection
    .select()
    .from(destinationDeliveries)
    .where(isRunOf(place))
    .orderBy(desc(destinationDeliveries.createdAt), desc(destinationDeliveries.id))
    .offset(skip)
    .limit(take);
  const [counted] = await connection.select({ total: count() }).from(destinationDeliveries).where(isRunOf(place));
  return { runs, total: counted?.total ?? 0 };
}

export async function storeCounts(connection: Connection, id: string, counts: RunCounts): Promise<void> {
  await connection.update(destinationDeliveries).set({ counts }).where(eq(destinationDeliveries.id, id));
}

export async function markUndone(connection: Connection, id: string, at: Date): Promise<void> {
  await connection.update(destinationDeliveries).set({ undoneAt: at }).where(eq(destinationDeliveries.id, id));
}

/**
 * Active CRMs that were last read before a time, and have neither a reading nor a run that waits, nor one since then that failed.
 * Other transactions that ask wait until this one ends.
 */
export async function findUnread(transaction: Connection, before: Date, limit: number): Promise<readonly CrmPlace[]> {
  await lockForTransaction(transaction, 'crm-readings');
  const recent = transaction
    .select({ one: sql`1` })
    .from(destinationDeliveries)
    .where(
      and(
        eq(destinationDeliveries.destinationId, destinations.id),
        or(
          eq(destinationDeliveries.state, 'waiting'),
          sql`${destinationDeliveries.createdAt} >= ${before.toISOString()}::timestamptz`,
        ),
        or(eq(destinationDeliveries.event, PUSH), eq(destinationDeliveries.event, 'crm.read')),
      ),
    );
  return transaction
    .select({ workspaceId: destinations.workspaceId, destinationId: destinations.id })
    .from(destinations)
    .where(
      and(
        sql`${destinations.kind} in (${sql.join(
          crmKinds.map((kind) => sql`${kind}`),
          sql`, `,
        )})`,
        eq(destinations.state, 'active'),
        or(isNull(destinations.readAt), lt(destinations.readAt, before)),
        notExists(recent),
      ),
    )
    .limit(limit);
}
