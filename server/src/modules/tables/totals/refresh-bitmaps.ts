/**
 * Rebuilds the bitmaps of changed chunks. While it works on a chunk it holds the lock that writers hold, so no change
 * happens between reading the rows and marking the chunk as clean. A table that is being written to is left for the next
 * run.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';
import { CHUNK_BITS, ROWS_NOT_COUNTED } from '../record-change.ts';
import { createChunkBitmaps } from './chunk-bitmaps.ts';
import { facetsOf } from './facets.ts';

/** Kept like a filter's bitmap, under a name no filter has: which rows there are. */
const ALL_ROWS = '*';
const PRESENT = 'true';

/** Until every table is clean or locked by a writer. @returns how many chunks were made @param signal ends it after the chunk at hand */
export async function refreshBitmaps(database: Database, signal?: AbortSignal): Promise<number> {
  let made = 0;
  for (const name of tableNames) {
    const definition = tableByName(name);
    while (signal?.aborted !== true && (await refreshOne(database, definition)) === 'made') made += 1;
  }
  return made;
}

async function refreshOne(database: Database, definition: TableDefinition): Promise<'made' | 'clean' | 'busy'> {
  const name = databaseName(definition);
  if (!(await needsWork(database, name))) return 'clean';
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ is_described: boolean }>(
      sql`select version = described_version as is_described from table_versions
        where table_name = ${name} for update skip locked`,
    );
    const state = rows[0];
    if (state === undefined) return 'busy';
    if (!state.is_described) await markAll(transaction, name);
    const chunk = await takeChunk(transaction, name);
    if (chunk === null) {
      await countAll(transaction, name);
      return 'clean';
    }
    await makeChunk(transaction, definition, name, chunk);
    return 'made';
  });
}

/** Whether any table has chunks to rebuild, by one look at small tables. */
export async function isRefreshDue(database: Database): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select 1 from table_versions where version <> described_version or row_count = ${ROWS_NOT_COUNTED}
      union all select 1 from table_dirty_chunks limit 1`,
  );
  return rows.length > 0;
}

async function needsWork(database: Database, name: string): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select 1 from table_versions where table_name = ${name} and (version <> described_version
      or row_count = ${ROWS_NOT_COUNTED} or exists (select 1 from table_dirty_chunks where table_name = ${name}))`,
  );
  return rows.length > 0;
}

/**
 * After a write that did not record its changes: marks every chunk with rows or bitmaps for a rebuild; the rows are
 * counted once all are rebuilt. It reads one index entry per chunk, because writers wait for it.
 */
async function markAll(transaction: Transaction, name: string): Promise<void> {
  const table = sql.identifier(name);
  const bits = sql.raw(String(CHUNK_BITS));
  await transaction.execute(
    sql`insert into table_dirty_chunks (table_name, chunk)
      with recursive filled as (
        (select (id >> ${bits}) as chunk from ${table} order by id limit 1)
        union all
        select next.chunk from filled, lateral
          (select (id >> ${bits}) as chunk from ${table} where id >= (filled.chunk + 1) << ${bits} order by id limit 1) next
      )
      select ${name}, chunk::int from filled
      union select ${name}, chunk from table_bitmaps where table_name = ${name} on conflict do nothing`,
  );
  await transaction.execute(
    sql`update table_versions set described_version = version, row_count = ${ROWS_NOT_COUNTED} where table_name = ${name}`,
  );
}

/** Once every chunk is rebuilt, the number of rows is the sum of their bitmaps. */
async function countAll(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(
    sql`update table_versions set row_count =
        (select coalesce(sum(bit_count(bits)), 0) from table_bitmaps where table_name = ${name} and facet = ${ALL_ROWS})
      where table_name = ${name} and row_count = ${ROWS_NOT_COUNTED}`,
  );
}

async function takeChunk(transaction: Transaction, name: string): Promise<number | null> {
  const { rows } = await transaction.execute<{ chunk: number }>(
    sql`delete from table_dirty_chunks where table_name = ${name}
      and chunk = (select min(chunk) from table_dirty_chunks where table_name = ${name}) returning chunk`,
  );
  return rows[0]?.chunk ?? null;
}

async function makeChunk(transaction: Transaction, definition: TableDefinition, name: string, chunk: number): Promise<void> {
  const facets = facetsOf(definition);
  const first = chunk * 2 ** CHUNK_BITS;
  const cells = facets.map(({ cell }, index) => sql`${cell} as ${sql.identifier(`f${index}`)}`);
  const { rows } = await transaction.execute<Record<string, unknown>>(
    sql`select (id - ${first}::bigint)::int as offset, ${sql.join(cells, sql`, `)} from ${sql.identifier(name)}
      where id >= ${first} and id < ${first + 2 ** CHUNK_BITS}`,
  );
  const bitmaps = createChunkBitmaps();
  for (const row of rows) {
    const offset = Number(row.offset);
    bitmaps.add(ALL_ROWS, [PRESENT], offset);
    for (const [index, facet] of facets.entries()) bitmaps.add(facet.key, facet.readValues(row[`f${index}`]), offset);
  }
  const made = bitmaps.finish();
  await transaction.execute(sql`delete from table_bitmaps where table_name = ${name} and chunk = ${chunk}`);
  if (made.length === 0) return;
  await transaction.execute(
    sql`insert into table_bitmaps (table_name, facet, value, chunk, bits)
      select ${name}, facet, value, ${chunk}, bits from unnest(
        ${sql.param(made.map(({ facet }) => facet))}::text[],
        ${sql.param(made.map(({ value }) => value))}::text[],
        ${sql.param(made.map(({ bits }) => bits))}::varbit[]) as made (facet, value, bits)`,
  );
}
