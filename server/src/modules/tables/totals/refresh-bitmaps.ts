/**
 * Brings the bitmaps of changed chunks up to date. Triggers name the chunks, and since which version of the table they are
 * out of date. Where few rows changed since, only their bits are written; otherwise the chunk is built anew. Writers are
 * kept out for one statement at the end, which finds out whether anybody wrote meanwhile.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { facetsOf } from '../filters/facets.ts';
import { type Bitmap, bitsOf, type ChunkBitmaps, createChunkBitmaps, UNCOUNTED, VALUES_LIMIT } from './chunk-bitmaps.ts';
import { type ChangedRows, readChanged, readChunk } from './chunk-rows.ts';

interface DirtyChunk {
  readonly chunk: number;
  /** The version its bitmaps are right for; 0: they are built anew. */
  readonly since: number;
}

/** Chunks at once: while one is read, another is stored. Each takes a connection. */
export const CHUNKS_AT_ONCE = 2;

/** @param signal ends it after the chunks at hand @returns how many chunks were brought up to date */
export async function refreshBitmaps(database: Database, signal?: AbortSignal): Promise<number> {
  let made = 0;
  for (const name of tableNames) {
    const definition = tableByName(name);
    const left = (await listDirty(database, databaseName(definition))).values();
    const refreshLeft = async () => {
      for (const { chunk } of left) {
        if (signal?.aborted === true) return;
        if (await refreshChunk(database, definition, chunk)) made += 1;
      }
    };
    // A caller that gets an error closes the connections, so the other chunk must have ended.
    const ended = await Promise.allSettled(Array.from({ length: CHUNKS_AT_ONCE }, refreshLeft));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    if (signal?.aborted === true) break;
  }
  return made;
}

async function listDirty(database: Database, name: string): Promise<readonly DirtyChunk[]> {
  const { rows } = await database.execute<{ chunk: number; since: string }>(
    sql`select chunk, since from stale_chunks where table_name = ${name} order by chunk`,
  );
  return rows.map(({ chunk, since }) => ({ chunk, since: Number(since) }));
}

/** Refreshes a chunk. False: another server is refreshing it, or has done so. */
function refreshChunk(database: Database, definition: TableDefinition, chunk: number): Promise<boolean> {
  const name = databaseName(definition);
  return database.transaction(async (transaction) => {
    const dirty = await takeChunk(transaction, name, chunk);
    if (dirty === null) return false;
    const changed = dirty.since === 0 ? null : await readChanged(transaction, definition, dirty);
    const version = changed === null ? await buildChunk(transaction, definition, chunk) : changed.version;
    const isWhole = changed === null || (await changeBits(transaction, definition, chunk, changed));
    await noteRefreshed(transaction, name, chunk, isWhole ? version : 0);
    return true;
  });
}

/** Takes a chunk for this transaction alone. null: there is nothing to do. */
async function takeChunk(transaction: Transaction, name: string, chunk: number): Promise<DirtyChunk | null> {
  const { rows } = await transaction.execute<{ since: string }>(
    sql`select since from stale_chunks where table_name = ${name} and chunk = ${chunk} for update skip locked`,
  );
  const [row] = rows;
  return row === undefined ? null : { chunk, since: Number(row.since) };
}

/** @returns the version of the table the bitmaps are right for */
async function buildChunk(transaction: Transaction, definition: TableDefinition, chunk: number): Promise<number> {
  const name = databaseName(definition);
  const { cells, version } = await readChunk(transaction, definition, chunk);
  const bitmaps = createChunkBitmaps();
  const facets = facetsOf(definition);
  for (const { facet: place, cell, offsets } of cells) {
    const facet = facets[place];
    if (facet !== undefined) bitmaps.addAll(facet.key, facet.readValues(cell), offsets);
  }
  await transaction.execute(sql`delete from chunk_bitmaps where table_name = ${name} and chunk = ${chunk}`);
  await insertBits(transaction, name, chunk, bitmaps.finish());
  return version;
}

/** Changes single bits. False: a facet has too many values now, so the chunk has to be built anew. */
async function changeBits(
  transaction: Transaction,
  definition: TableDefinition,
  chunk: number,
  { rows, deleted }: ChangedRows,
): Promise<boolean> {
  const name = databaseName(definition);
  const ofChunk = sql`table_name = ${name} and chunk = ${chunk}`;
  const offsets = [...rows.map(({ offset }) => offset), ...deleted];
  const mask = sql`${bitsOf(offsets)}::varbit`;
  const { rows: emptied } = await transaction.execute<{ facet: string; value: string }>(
    sql`with cleared as (update chunk_bitmaps set bits = bits & ~${mask}
        where ${ofChunk} and value <> ${UNCOUNTED} and bit_count(bits & ${mask}) > 0 returning facet, value, bits)
      select facet, value from cleared where bit_count(bits) = 0`,
  );
  const { rows: facets } = await transaction.execute<{ facet: string; is_uncounted: boolean; values: string }>(
    sql`select facet, bool_or(value = ${UNCOUNTED}) as is_uncounted, count(*) as values from chunk_bitmaps
      where ${ofChunk} group by facet`,
  );
  const uncounted = new Set(facets.filter((facet) => facet.is_uncounted).map(({ facet }) => facet));
  const bitmaps = createChunkBitmaps();
  addRows(bitmaps, definition, rows);
  await insertBits(
    transaction,
    name,
    chunk,
    bitmaps.finish().filter(({ facet }) => !uncounted.has(facet)),
  );
  await transaction.execute(
    sql`delete from chunk_bitmaps where ${ofChunk} and bit_count(bits) = 0 and (facet, value) in (select * from unnest(
      ${sql.param(emptied.map(({ facet }) => facet))}::text[], ${sql.param(emptied.map(({ value }) => value))}::text[]))`,
  );
  return facets.every(({ is_uncounted: isUncounted, values }) => isUncounted || Number(values) <= VALUES_LIMIT);
}

function addRows(bitmaps: ChunkBitmaps, definition: TableDefinition, rows: ChangedRows['rows']): void {
  const facets = facetsOf(definition);
  for (const { offset, cells } of rows) {
    for (const [index, facet] of facets.entries()) bitmaps.add(facet.key, facet.readValues(cells[index]), offset);
  }
}

/** Adds bits to the bitmaps there are, and makes those that are missing. */
async function insertBits(transaction: Transaction, name: string, chunk: number, made: readonly Bitmap[]): Promise<void> {
  if (made.length === 0) return;
  await transaction.execute(
    sql`insert into chunk_bitmaps as known (table_name, facet, value, chunk, bits)
      select ${name}, facet, value, ${chunk}, bits from unnest(
        ${sql.param(made.map(({ facet }) => facet))}::text[],
        ${sql.param(made.map(({ value }) => value))}::text[],
        ${sql.param(made.map(({ bits }) => bits))}::varbit[]) as made (facet, value, bits)
      on conflict (table_name, facet, value, chunk) do update set bits = known.bits | excluded.bits`,
  );
}

/** The chunk is clean where nobody wrote since its rows were read, and nobody is writing. Other chunks may be noted meanwhile. */
async function noteRefreshed(transaction: Transaction, name: string, chunk: number, version: number): Promise<void> {
  const { rows } = await transaction.execute(
    sql`select from table_versions where table_name = ${name} and version = ${version} for share skip locked`,
  );
  await transaction.execute(
    rows.length > 0
      ? sql`delete from stale_chunks where table_name = ${name} and chunk = ${chunk}`
      : sql`update stale_chunks set since = ${version} where table_name = ${name} and chunk = ${chunk}`,
  );
}
