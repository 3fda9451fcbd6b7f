/**
 * Which rows of an export are new, different or gone since it was last delivered to a destination. Of each row, a digest is kept;
 * it is stored in the transaction that records the delivery, so that a delivery that is done again finds the same changes. Rows
 * are compared in batches. Of the file, only the ids are held, in eight bytes each.
 */
import { createHash } from 'node:crypto';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { OutgoingRow, OutgoingRows } from '../../connectors/connector.ts';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { destinationRows } from '../../schema/destinations.table.ts';

const BATCH_ROWS = 1_000;
const DIGEST_BYTES = 16;

/** An export as a destination has it. */
export interface DeliveredExport {
  readonly workspaceId: WorkspaceId;
  readonly destinationId: string;
  readonly exportId: number;
}

export interface ChangedRow {
  /** `removed`: the export no longer has the row; its cells are not known any more. */
  readonly change: 'added' | 'changed' | 'removed';
  readonly row: OutgoingRow;
}

/** New and different rows in the order of the file, then those that are gone, by their ids. */
export async function* readChangedRows(
  connection: Connection,
  delivered: DeliveredExport,
  rows: OutgoingRows,
): AsyncGenerator<ChangedRow> {
  const ids = createIds();
  const digestOf = rowDigest(rows.columns);
  for await (const batch of inBatchesOf(rows.read())) {
    for (const { id } of batch) ids.add(id);
    const known = await readDigests(
      connection,
      delivered,
      batch.map(({ id }) => id),
    );
    for (const row of batch) {
      const before = known.get(row.id);
      if (before === undefined) yield { change: 'added', row };
      else if (!before.equals(digestOf(row))) yield { change: 'changed', row };
    }
  }
  const cells = rows.columns.map(() => null);
  for await (const id of goneRows(connection, delivered, ids.sorted())) yield { change: 'removed', row: { id, cells } };
}

/**
 * Stores that the destination has exactly these rows.
 * @param transaction the one that records the delivery
 */
export async function storeDeliveredRows(transaction: Connection, delivered: DeliveredExport, rows: OutgoingRows): Promise<void> {
  const ids = createIds();
  const digestOf = rowDigest(rows.columns);
  const { workspaceId, destinationId, exportId } = delivered;
  for await (const batch of inBatchesOf(rows.read())) {
    for (const { id } of batch) ids.add(id);
    // The last of several rows with one id: a statement may write each row once.
    const digests = new Map(batch.map((row) => [row.id, digestOf(row)]));
    await transaction.execute(sql`
      insert into ${destinationRows} (account_id, destination_id, export_id, row_id, digest)
      select ${workspaceId}::bigint, ${destinationId}::uuid, ${exportId}::bigint, written.id, written.digest
      from unnest(${sql.param([...digests.keys()])}::bigint[], ${sql.param([...digests.values()])}::bytea[]) as written (id, digest)
      on conflict (destination_id, export_id, row_id) do update set digest = excluded.digest
      where ${destinationRows.digest} is distinct from excluded.digest`);
  }
  let gone: number[] = [];
  const forget = async () => {
    await transaction.delete(destinationRows).where(and(ofExport(delivered), inArray(destinationRows.rowId, gone)));
    gone = [];
  };
  for await (const id of goneRows(transaction, delivered, ids.sorted())) {
    gone.push(id);
    if (gone.length >= BATCH_ROWS) await forget();
  }
  if (gone.length > 0) await forget();
}

async function readDigests(
  connection: Connection,
  delivered: DeliveredExport,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const stored = await connection
    .select({ id: destinationRows.rowId, digest: destinationRows.digest })
    .from(destinationRows)
    .where(and(ofExport(delivered), sql`${destinationRows.rowId} = any(${sql.param(ids)}::bigint[])`));
  return new Map(stored.map(({ id, digest }) => [id, digest]));
}

/** Stored ids that the file does not have, ascending. */
async function* goneRows(connection: Connection, delivered: DeliveredExport, ids: SortedIds): AsyncGenerator<number> {
  let after = -1;
  for (;;) {
    const stored = await connection
      .select({ id: destinationRows.rowId })
      .from(destinationRows)
      .where(and(ofExport(delivered), gt(destinationRows.rowId, after)))
      .orderBy(asc(destinationRows.rowId))
      .limit(BATCH_ROWS);
    for (const { id } of stored) if (!ids.has(id)) yield id;
    const last = stored.at(-1);
    if (last === undefined || stored.length < BATCH_ROWS) return;
    after = last.id;
  }
}

function ofExport({ workspaceId, destinationId, exportId }: DeliveredExport): SQL | undefined {
  return and(
    eq(destinationRows.workspaceId, workspaceId),
    eq(destinationRows.destinationId, destinationId),
    eq(destinationRows.exportId, exportId),
  );
}

/** The digest of a row: of its filled cells with the names of their columns, whatever their order. */
function rowDigest(columns: readonly string[]): (row: OutgoingRow) => Buffer {
  const order = columns.map((name, index) => ({ name, index })).sort((one, other) => (one.name < other.name ? -1 : 1));
  return ({ cells }) => {
    const filled = order.flatMap(({ name, index }) => (cells[index] == null ? [] : [name, cells[index]]));
    return createHash('sha256').update(JSON.stringify(filled)).digest().subarray(0, DIGEST_BYTES);
  };
}

async function* inBatchesOf(rows: AsyncIterable<OutgoingRow>): AsyncGenerator<readonly OutgoingRow[]> {
  let batch: OutgoingRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface SortedIds {
  has(id: number): boolean;
}

function createIds() {
  let ids = new Float64Array(BATCH_ROWS);
  let count = 0;
  return {
    add: (id: number) => {
      if (count === ids.length) {
        const larger = new Float64Array(count * 2);
        larger.set(ids);
        ids = larger;
      }
      ids[count] = id;
      count += 1;
    },
    sorted: (): SortedIds => {
      const all = ids.subarray(0, count).sort();
      return { has: (id) => all[firstNotBelow(all, id)] === id };
    },
  };
}

function firstNotBelow(sorted: Float64Array, id: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
