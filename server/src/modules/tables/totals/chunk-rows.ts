/** Reads what a chunk holds, and the version of the table it is of, in one statement and so at one moment. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { type Facet, facetsOf } from '../filters/facets.ts';
import { CHUNK_BITS } from './chunk-bitmaps.ts';

/** With more changed rows, building the chunk anew is as fast. */
const CHANGED_LIMIT = 512;

interface ChunkRow {
  /** The row's id within the chunk, from 0. */
  readonly offset: number;
  /** Cells by facet, in the form that `readValues` takes. */
  readonly cells: readonly unknown[];
}

/** The rows of a chunk that have one cell in common. */
interface ChunkCell {
  /** The place of the facet in `facetsOf`. */
  readonly facet: number;
  /** The cell in the form that `readValues` takes; of a list, one item. */
  readonly cell: unknown;
  /** Ids within the chunk, from 0, as `int2send` writes them. */
  readonly offsets: Buffer;
}

export interface ChunkCells {
  readonly cells: readonly ChunkCell[];
  readonly version: number;
}

export interface ChangedRows {
  readonly rows: readonly ChunkRow[];
  readonly version: number;
  /** Offsets of rows that are gone. */
  readonly deleted: readonly number[];
}

interface Grouped {
  readonly version: string;
  readonly facet: number | null;
  /** An item of a list, in lower case. */
  readonly item: string | null;
  readonly offsets: Buffer | null;
  readonly [cell: string]: unknown;
}

interface Answered {
  readonly version: string;
  readonly offset: number | null;
  readonly deleted: readonly number[];
  readonly [cell: string]: unknown;
}

/**
 * Reads a chunk, grouped by the cells of each facet, and the items of each list: most rows share theirs with many others,
 * and a group costs as much to send and to read as a row would.
 */
export async function readChunk(transaction: Transaction, definition: TableDefinition, chunk: number): Promise<ChunkCells> {
  // Hashing is faster than sorting texts; the planner does not know how few groups there are.
  await transaction.execute(sql`select set_config('enable_sort', 'off', true)`);
  const { rows } = await transaction.execute<Grouped>(groupsOf(definition, chunk));
  await transaction.execute(sql`select set_config('enable_sort', 'on', true)`);
  return {
    version: Number(rows[0]?.version),
    cells: rows.flatMap(({ facet, item, offsets, ...cells }) => {
      // A chunk without rows.
      if (facet === null || offsets === null) return [];
      return { facet, cell: item ?? cells[nameOf(facet)], offsets };
    }),
  };
}

function groupsOf(definition: TableDefinition, chunk: number): SQL {
  const facets = facetsOf(definition).map((facet, place) => ({ ...facet, place, name: sql.identifier(nameOf(place)) }));
  const single = facets.filter(({ isList }) => !isList);
  const offsets = sql`string_agg(int2send("offset"::int2), '') as offsets`;
  const places = single.map(({ place, name }) => sql` when grouping(${name}) = 0 then ${sql.raw(String(place))}`);
  // Lowered after grouping, which leaves few texts. Two spellings of a text are two groups of one value.
  const cells = sql.join(single.map(({ name, isLowered }) => (isLowered ? sql`, lower(${name}) as ${name}` : sql`, ${name}`)));
  const lists = facets.flatMap(({ isList, place, name }) =>
    isList
      ? sql` union all select ${sql.raw(String(place))}${sql.join(single.map(() => sql`, null`))}, lower(item), ${offsets}
          from chosen, unnest(${name}) item group by item`
      : [],
  );
  return sql`with chosen as materialized (${rowsOf(definition, chunk)})
    select known.version, made.* from ${versionOf(definition)} known left join (
      select case${sql.join(places)} end as facet${cells}, null::text as item, ${offsets}
      from chosen group by grouping sets (${sql.join(
        single.map(({ name }) => sql`(${name})`),
        sql`, `,
      )})${sql.join(lists)}
    ) made on true`;
}

/** Reads changed rows; null: too many changed. @param since the version after which changes count */
export async function readChanged(
  transaction: Transaction,
  definition: TableDefinition,
  { chunk, since }: { readonly chunk: number; readonly since: number },
): Promise<ChangedRows | null> {
  const [first, next] = idsOf(chunk);
  const limit = sql.raw(String(CHANGED_LIMIT + 1));
  const { rows } = await transaction.execute<Answered>(
    sql`select known.version, gone.deleted, chosen.* from ${versionOf(definition)} known
      left join (${rowsOf(definition, chunk, loweredCell)} and changed_in > ${since}::bigint limit ${limit}) chosen on true
      cross join (select coalesce(array_agg(offset_in_chunk), '{}') as deleted from
        (select (row_id - ${first}::bigint)::int as offset_in_chunk from deleted_rows
          where table_name = ${databaseName(definition)} and version > ${since}::bigint
            and row_id >= ${first}::bigint and row_id < ${next}::bigint limit ${limit}) deletions) gone`,
  );
  const names = facetsOf(definition).map((_, index) => nameOf(index));
  const changed = rows.flatMap((row) =>
    row.offset === null ? [] : { offset: row.offset, cells: names.map((name) => row[name]) },
  );
  const [{ deleted = [], version } = {}] = rows;
  return changed.length > CHANGED_LIMIT || deleted.length > CHANGED_LIMIT
    ? null
    : { rows: changed, version: Number(version), deleted };
}

function rowsOf(definition: TableDefinition, chunk: number, written: (facet: Facet) => SQL = ({ cell }) => cell): SQL {
  const [first, next] = idsOf(chunk);
  const cells = facetsOf(definition).map((facet, index) => sql`, ${written(facet)} as ${sql.identifier(nameOf(index))}`);
  return sql`select (id - ${first}::bigint)::int as "offset"${sql.join(cells)} from ${sql.identifier(databaseName(definition))}
    where id >= ${first}::bigint and id < ${next}::bigint`;
}

function loweredCell({ cell, isList, isLowered }: Facet): SQL {
  if (!isLowered) return cell;
  return isList ? sql`lower_items(${cell})` : sql`lower(${cell})`;
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
