/** Reads the rows of a chunk, and the version of the table they are of, in one statement and so at one moment. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';
import { CHUNK_BITS } from './chunk-bitmaps.ts';
import { facetsOf } from './facets.ts';

/** With more changed rows, building the chunk anew is as fast. */
const CHANGED_LIMIT = 512;

interface ChunkRow {
  /** The row's id within the chunk, from 0. */
  readonly offset: number;
  /** By facet, as `readValues` takes them. */
  readonly cells: readonly unknown[];
}

export interface ChunkRows {
  readonly rows: readonly ChunkRow[];
  readonly version: number;
}

export interface ChangedRows extends ChunkRows {
  /** Offsets of rows that are gone. */
  readonly deleted: readonly number[];
}

interface Answered {
  readonly version: string;
  readonly offset: number | null;
  readonly deleted: readonly number[];
  readonly [cell: string]: unknown;
}

export async function readChunk(transaction: Transaction, definition: TableDefinition, chunk: number): Promise<ChunkRows> {
  const { rows } = await transaction.execute<Answered>(
    sql`select known.version, chosen.* from ${versionOf(definition)} known left join (${rowsOf(definition, chunk)}) chosen on true`,
  );
  return read(definition, rows);
}

/** null: too many rows changed. @param since the version after which changes count */
export async function readChanged(
  transaction: Transaction,
  definition: TableDefinition,
  { chunk, since }: { readonly chunk: number; readonly since: number },
): Promise<ChangedRows | null> {
  const [first, next] = idsOf(chunk);
  const limit = sql.raw(String(CHANGED_LIMIT + 1));
  const { rows } = await transaction.execute<Answered>(
    sql`select known.version, gone.deleted, chosen.* from ${versionOf(definition)} known
      left join (${rowsOf(definition, chunk)} and changed_in > ${since}::bigint limit ${limit}) chosen on true
      cross join (select coalesce(array_agg(offset_in_chunk), '{}') as deleted from
        (select (row_id - ${first}::bigint)::int as offset_in_chunk from deleted_rows
          where table_name = ${databaseName(definition)} and version > ${since}::bigint
            and row_id >= ${first}::bigint and row_id < ${next}::bigint limit ${limit}) deletions) gone`,
  );
  const { rows: changed, version } = read(definition, rows);
  const deleted = rows[0]?.deleted ?? [];
  return changed.length > CHANGED_LIMIT || deleted.length > CHANGED_LIMIT ? null : { rows: changed, version, deleted };
}

function read(definition: TableDefinition, answered: readonly Answered[]): ChunkRows {
  const names = facetsOf(definition).map((_, index) => nameOf(index));
  return {
    version: Number(answered[0]?.version),
    rows: answered.flatMap((row) => (row.offset === null ? [] : { offset: row.offset, cells: names.map((name) => row[name]) })),
  };
}

function rowsOf(definition: TableDefinition, chunk: number): SQL {
  const [first, next] = idsOf(chunk);
  const cells = facetsOf(definition).map(({ cell }, index) => sql`${cell} as ${sql.identifier(nameOf(index))}`);
  return sql`select (id - ${first}::bigint)::int as "offset", ${sql.join(cells, sql`, `)} from ${sql.identifier(databaseName(definition))}
    where id >= ${first}::bigint and id < ${next}::bigint`;
}

function versionOf(definition: TableDefinition): SQL {
  return sql`(select version from table_versions where table_name = ${databaseName(definition)})`;
}

function nameOf(facet: number): string {
  return `f${facet}`;
}

/** The ids of a chunk: from the first up to, but not including, the second. */
function idsOf(chunk: number): readonly [first: number, next: number] {
  return [chunk * 2 ** CHUNK_BITS, (chunk + 1) * 2 ** CHUNK_BITS];
}
