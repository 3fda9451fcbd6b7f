/**
 * Changes of a data table, for alerts: which rows were touched after a version, which of them match filters now, and in
 * which columns they differ. All of it is read as bits, chunk by chunk of the table's ids, so that a change of all rows is
 * read once for any number of alerts. The caller's transaction must see one moment: `repeatable read`.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { conditionSql } from '../filters/condition-sql.ts';
import type { SingleFilter } from '../filters/single-filters.ts';
import { CHUNK_BITS } from '../totals/chunk-bitmaps.ts';
import { addBits, bitsOf, CHUNK_IDS, type ChunkBits, hasBit, noBits, setBit } from './chunk-bits.ts';

/** Versions that one statement reads: a statement has a time limit. */
const VERSIONS_AT_ONCE = 500_000;
/** Up to this many touched rows are found by their versions, more by their ids. */
const FEW_ROWS = 20_000;
/** With more touched rows, an index that leads to all matching rows of the table costs less than judging each. */
const JUDGED_ROWS = 500;
const CHUNKS_AT_ONCE = 8;
const ROWS_AT_ONCE = 2 * CHUNK_IDS;
/** Conditions of one statement; the database allows 1,664 columns. */
const CONDITIONS_AT_ONCE = 300;

export interface Span {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
}

export interface TouchedChunk {
  readonly chunk: number;
  /** Rows that were added, changed or deleted. */
  readonly touched: ChunkBits;
  /** Touched rows that still exist. */
  readonly present: ChunkBits;
  /** The number of the last change, or of the deletion, of each touched row, by its place in the chunk. */
  readonly versions: Float64Array;
  /** The matching rows of the chunk, by the key of a single filter. Rows that were not touched may be missing. */
  readonly matching: ReadonlyMap<string, ChunkBits>;
}

/** The matching rows, by chunk. */
type FoundRows = ReadonlyMap<number, () => ChunkBits>;

/** Reads touched chunks in ascending order. @param conditions each once */
export async function* readTouchedChunks(
  connection: Connection,
  definition: TableDefinition,
  span: Span,
  conditions: readonly SingleFilter[],
): AsyncGenerator<readonly TouchedChunk[]> {
  const counts = await countTouched(connection, definition, span);
  const deletions = await readDeletions(connection, definition, span);
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const isLookedUp = (condition: SingleFilter) => condition.isLookedUp && total > JUDGED_ROWS;
  const found = new Map<string, FoundRows>();
  for (const { key, condition, asker } of conditions.filter(isLookedUp))
    found.set(key, await lookUp(connection, definition, conditionSql({ definition, asker }, condition), counts));
  const judged = conditions.filter((condition) => !isLookedUp(condition));
  const chunks = [...new Set([...counts.keys(), ...deletions.keys()])].sort((one, other) => one - other);
  for (const batch of batchesOf(chunks, counts)) {
    const present = batch.filter((chunk) => counts.has(chunk));
    const rows = await judgeRows(connection, { definition, span, isFew: total <= FEW_ROWS }, present, judged);
    yield batch.map((chunk) => {
      const { versions, bits, matching } = rows.get(chunk) ?? emptyChunk();
      for (const [key, rowsOf] of found) matching.set(key, rowsOf.get(chunk)?.() ?? noBits());
      const touched = bits.slice();
      for (const { place, version } of deletions.get(chunk) ?? []) {
        if (hasBit(bits, place)) continue;
        setBit(touched, place);
        versions[place] = version;
      }
      return { chunk, touched, present: bits, versions, matching };
    });
  }
}

/** The number of touched rows that still exist, by chunk. */
async function countTouched(connection: Connection, definition: TableDefinition, span: Span): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { after, until } of stepsOf(span)) {
    const { rows } = await connection.execute<{ chunk: number; rows: string }>(sql`
      select ${chunkOf(sql`id`)} as chunk, count(*) as rows from ${sql.identifier(databaseName(definition))}
      where changed_in > ${after}::bigint and changed_in <= ${until}::bigint group by 1`);
    for (const { chunk, rows: found } of rows) counts.set(chunk, (counts.get(chunk) ?? 0) + Number(found));
  }
  return counts;
}

interface Deletion {
  readonly place: number;
  readonly version: number;
}

async function readDeletions(
  connection: Connection,
  definition: TableDefinition,
  span: Span,
): Promise<ReadonlyMap<number, readonly Deletion[]>> {
  const deletions = new Map<number, Deletion[]>();
  for (const { after, until } of stepsOf(span)) {
    const { rows } = await connection.execute<{ chunk: number; deleted: Buffer }>(sql`
      select ${chunkOf(sql`row_id`)} as chunk, string_agg(${packedOffset(sql`row_id`)} || int8send(version), '') as deleted
      from deleted_rows where table_name = ${databaseName(definition)}
        and version > ${after}::bigint and version <= ${until}::bigint group by 1`);
    for (const { chunk, deleted } of rows) {
      const known = deletions.get(chunk) ?? [];
      for (const one of placesAndVersions(deleted)) known.push(one);
      deletions.set(chunk, known);
    }
  }
  return deletions;
}

/** All matching rows of the table in touched chunks, by chunk. */
async function lookUp(
  connection: Connection,
  definition: TableDefinition,
  condition: SQL,
  touched: ReadonlyMap<number, unknown>,
): Promise<FoundRows> {
  const { rows } = await connection.execute<{ chunk: number; places: Buffer }>(sql`
    select ${chunkOf(sql`id`)} as chunk, string_agg(${packedOffset(sql`id`)}, '') as places
    from ${sql.identifier(databaseName(definition))} where ${condition} group by 1`);
  return new Map(rows.flatMap(({ chunk, places }) => (touched.has(chunk) ? [[chunk, compactBits(places)] as const] : [])));
}

/** Stores few rows as their places, many as bits: whichever takes less memory. */
function compactBits(places: Buffer): () => ChunkBits {
  if (places.length < CHUNK_IDS / 8) return () => bitsOf(places);
  const bits = bitsOf(places);
  return () => bits;
}

interface JudgedChunk {
  readonly versions: Float64Array;
  readonly bits: ChunkBits;
  readonly matching: Map<string, ChunkBits>;
}

async function judgeRows(
  connection: Connection,
  { definition, span, isFew }: { readonly definition: TableDefinition; readonly span: Span; readonly isFew: boolean },
  chunks: readonly number[],
  conditions: readonly SingleFilter[],
): Promise<ReadonlyMap<number, JudgedChunk>> {
  const judged = new Map(chunks.map((chunk) => [chunk, emptyChunk()]));
  if (chunks.length === 0) return judged;
  const table = sql.identifier(databaseName(definition));
  for (let from = 0; from === 0 || from < conditions.length; from += CONDITIONS_AT_ONCE) {
    const some = conditions.slice(from, from + CONDITIONS_AT_ONCE);
    const marks = some.map(
      (
        { condition, asker },
        at,
      ) => sql`, string_agg(${packedOffset(sql`id`)}, '') filter (where ${conditionSql({ definition, asker }, condition)})
        as ${sql.identifier(`m${at}`)}`,
    );
    const { rows } = await connection.execute<{ chunk: number; rows: Buffer } & Record<`m${number}`, Buffer | null>>(sql`
      select ${chunkOf(sql`id`)} as chunk, string_agg(${packedOffset(sql`id`)} || int8send(changed_in), '') as rows
      ${sql.join(marks)} from ${table} where ${isFew ? foundByVersion(span, chunks) : foundById(span, chunks)} group by 1`);
    for (const { chunk, rows: touched, ...found } of rows) {
      const into = judged.get(chunk);
      if (into === undefined) continue;
      if (from === 0) {
        for (const { place, version } of placesAndVersions(touched)) {
          setBit(into.bits, place);
          into.versions[place] = version;
        }
      }
      for (const [at, { key }] of some.entries()) into.matching.set(key, bitsOf(found[`m${at}`]));
    }
  }
  return judged;
}

// The database knows too little about rows that were just written to choose between these two ways itself. A sum is what
// keeps it from using the other index.

function foundByVersion({ after, until }: Span, chunks: readonly number[]): SQL {
  return sql`changed_in > ${after}::bigint and changed_in <= ${until}::bigint
    and ${chunkOf(sql`id`)} = any(${sql.param(chunks)}::int[])`;
}

function foundById({ after, until }: Span, chunks: readonly number[]): SQL {
  const ranges = chunks.map((chunk) => sql`(id >= ${chunk * CHUNK_IDS}::bigint and id < ${(chunk + 1) * CHUNK_IDS}::bigint)`);
  return sql`(${sql.join(ranges, sql` or `)}) and changed_in + 0 > ${after}::bigint and changed_in + 0 <= ${until}::bigint`;
}

export interface ChangedFields {
  /** Rows that were changed once since, in any of the columns. */
  readonly any: ChunkBits;
  /** The same for single columns. */
  readonly byField: ReadonlyMap<string, ChunkBits>;
  /** Rows that were changed several times, or first added: their columns have to be compared. */
  readonly repeated: ChunkBits;
}

/** Columns whose changes count: a new time of update alone is no change. */
export function comparedFields({ columns }: Pick<TableDefinition, 'columns'>): readonly string[] {
  return columns.filter(({ field, isSetByServer }) => field !== 'updated_at' && isSetByServer !== true).map(({ field }) => field);
}

/**
 * Where rows differ from what they held at the beginning of the span, by chunk. What a row held before its only change is
 * stored with it, so that no cells are compared. @param fields columns that are requested by themselves
 */
export async function readChangedFields(
  connection: Connection,
  definition: TableDefinition,
  span: Span,
  fields: readonly string[],
): Promise<ReadonlyMap<number, ChangedFields>> {
  const all = comparedFields(definition);
  const isFirst = sql`replaced <= ${span.after}::bigint`;
  const agg = (condition: SQL) => sql`string_agg(${packedOffset(sql`row_id`)}, '') filter (where ${condition})`;
  const columns = fields.map(
    (field, at) => sql`, ${agg(sql`${isFirst} and jsonb_exists(before, ${field})`)} as ${sql.identifier(`f${at}`)}`,
  );
  const made = new Map<number, { any: ChunkBits; byField: Map<string, ChunkBits>; repeated: ChunkBits }>();
  for (const { after, until } of stepsOf(span)) {
    const { rows } = await connection.execute<
      { chunk: number; any: Buffer | null; repeated: Buffer | null } & Record<`f${number}`, Buffer | null>
    >(sql`
      select ${chunkOf(sql`row_id`)} as chunk, ${agg(sql`not (${isFirst})`)} as repeated,
        ${agg(sql`${isFirst} and jsonb_exists_any(before, ${sql.param(all)}::text[])`)} as "any" ${sql.join(columns)}
      from row_changes where table_name = ${databaseName(definition)}
        and version > ${after}::bigint and version <= ${until}::bigint group by 1`);
    for (const { chunk, any, repeated, ...found } of rows) {
      const known = made.get(chunk) ?? {
        any: noBits(),
        byField: new Map(fields.map((field) => [field, noBits()])),
        repeated: noBits(),
      };
      made.set(chunk, known);
      addBits(known.any, any);
      addBits(known.repeated, repeated);
      for (const [at, field] of fields.entries()) addBits(known.byField.get(field) ?? noBits(), found[`f${at}`]);
    }
  }
  return made;
}

function emptyChunk(): JudgedChunk {
  return { versions: new Float64Array(CHUNK_IDS), bits: noBits(), matching: new Map() };
}

/** The offset of an id in its chunk, as two bytes. */
function packedOffset(id: SQL): SQL {
  return sql`int2send((${id} & ${sql.raw(String(CHUNK_IDS - 1))})::int2)`;
}

function chunkOf(id: SQL): SQL {
  return sql`(${id} >> ${sql.raw(String(CHUNK_BITS))})::int`;
}

/** Reads two bytes and eight bytes for each row. */
function* placesAndVersions(packed: Buffer): Generator<Deletion> {
  for (let at = 0; at < packed.length; at += 10)
    yield { place: packed.readUInt16BE(at), version: packed.readUInt32BE(at + 2) * 2 ** 32 + packed.readUInt32BE(at + 6) };
}

function* stepsOf({ after, until }: Span): Generator<Span> {
  for (let from = after; from < until; from += VERSIONS_AT_ONCE)
    yield { after: from, until: Math.min(until, from + VERSIONS_AT_ONCE) };
}

function* batchesOf(chunks: readonly number[], counts: ReadonlyMap<number, number>): Generator<readonly number[]> {
  let batch: number[] = [];
  let rows = 0;
  for (const chunk of chunks) {
    batch.push(chunk);
    rows += counts.get(chunk) ?? 0;
    if (batch.length < CHUNKS_AT_ONCE && rows < ROWS_AT_ONCE) continue;
    yield batch;
    [batch, rows] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
