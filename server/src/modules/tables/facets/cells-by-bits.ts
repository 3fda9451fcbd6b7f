/** The cells of a summary that counts rows, by bitmaps: how many rows the pieces of both dimensions have in common. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import type { Bits } from '../filters/bits.ts';
import { dayNumbers, filledMark, flagMark, MARKS, numberEnds } from '../filters/facets.ts';
import { MATCHED, matchedQuery, writeBits } from './bit-columns.ts';
import type { ShownAxis, SummaryCell, SummaryCells } from './cells-by-rows.ts';
import { type BitsOfRows, hasBits, type PresentDigits } from './count-by-bits.ts';
import { type BitPiece, dayBits, numberBits } from './piece-bits.ts';

interface Answered {
  readonly [column: string]: unknown;
  readonly p0: string | null;
  readonly p1: string | null;
  readonly count: string;
  readonly is_other: boolean;
}

/** @returns null: bitmaps do not tell one of the dimensions. Rows in chunks whose bitmaps are out of date are not counted. */
export async function cellsByBits(
  connection: Connection,
  { definition, state, matched }: BitsOfRows,
  axes: readonly ShownAxis[],
  present: PresentDigits,
): Promise<SummaryCells | null> {
  if (axes.some(({ axis }) => !hasBits(definition, state, axis))) return null;
  const queries: SQL[] = [];
  for (const axis of axes) {
    const query = piecesOf(definition, axis, present);
    if (query === null) return null;
    queries.push(query);
  }
  const named = queries.map((query, at) => sql`${name('axis', at)} as materialized (${query})`);
  const unions = axes.map(
    (_, at) => sql`(select chunk, bit_or(bits) as bits from ${name('axis', at)} group by chunk) ${name('union', at)}`,
  );
  const cells =
    axes.length === 1
      ? sql`select piece as p0, null::text as p1, sum(bit_count(bits))::bigint as count, false as is_other from axis0 group by piece`
      : sql`select axis0.piece as p0, axis1.piece as p1, sum(bit_count(axis0.bits & axis1.bits))::bigint as count, false as is_other
          from axis0 join axis1 using (chunk) group by 1, 2`;
  const shared = axes.length === 1 ? sql`union0.bits` : sql`union0.bits & union1.bits`;
  const joined = unions.map((union) => sql` left join ${union} using (chunk)`);
  const { rows } = await connection.execute<Answered>(
    sql`with ${matchedQuery(matched.query)}, ${sql.join(named, sql`, `)} ${cells}
      union all select null, null, coalesce(sum(bit_count(${MATCHED}.bits & ~coalesce(${shared}, ${MATCHED}.bits # ${MATCHED}.bits))), 0)::bigint, true
        from ${MATCHED}${sql.join(joined)}`,
  );
  const found: SummaryCell[] = [];
  let other = 0;
  for (const { p0, p1, count: written, is_other: isOther } of rows) {
    const count = Number(written);
    if (isOther) other = count;
    else if (count > 0) found.push({ by: [p0, p1].slice(0, axes.length), count, value: count });
  }
  return { cells: found, other };
}

/** A query that answers `chunk`, `piece` and `bits`: the rows of the condition in each piece; null: bitmaps do not tell them. */
function piecesOf(definition: TableDefinition, { axis, shown }: ShownAxis, present: PresentDigits): SQL | null {
  const tableName = databaseName(definition);
  const { pieces, filter, ranges } = axis;
  const held = (
    facet: string,
    values: readonly string[],
  ) => sql`select held.chunk, held.value as piece, ${MATCHED}.bits & held.bits as bits
    from ${MATCHED} join chunk_bitmaps held on held.chunk = ${MATCHED}.chunk
    where held.table_name = ${tableName} and held.facet = ${facet} and held.value = any(${sql.param(values)}::text[])`;
  const mark = (value: string) => sql`(select bits from chunk_bitmaps mark where mark.table_name = ${tableName}
    and mark.facet = ${MARKS} and mark.value = ${value} and mark.chunk = ${MATCHED}.chunk)`;
  const without = (value: string, piece: SQL) =>
    sql`select chunk, ${piece} as piece, bits & ~coalesce(${mark(value)}, bits # bits) as bits from ${MATCHED}`;
  if (pieces.kind === 'either') {
    const value = filter.kind === 'flag' ? flagMark(filter) : 'column' in filter ? filledMark(filter.column) : null;
    if (value === null) return null;
    return sql`select chunk, 'true'::text as piece, bits & coalesce(${mark(value)}, bits # bits) as bits from ${MATCHED}
      union all ${without(value, sql`'false'::text`)}`;
  }
  const blank = without(filledMark(pieces.column), sql`null::text`);
  const values = shown.pieces.map(({ value }) => value);
  if (pieces.kind === 'values') return sql`${held(pieces.column, values)} union all ${blank}`;
  const bits = pieces.kind === 'numbers' ? numberBits(definition, pieces.column, ranges) : shownDays(definition, { axis, shown });
  const facet = (pieces.kind === 'numbers' ? numberEnds(definition, pieces.column)?.low : dayNumbers(definition, pieces.column))
    ?.facet;
  if (bits === null || facet === undefined) return null;
  const kept = new Set(values);
  const wanted = bits.filter(({ value }) => kept.has(value));
  if (wanted.length === 0) return blank;
  return sql`${gathered({ tableName, facet, present: present.get(facet) ?? new Set() }, wanted)} union all ${blank}`;
}

function shownDays(
  definition: TableDefinition,
  { axis: { pieces }, shown: { days, unit } }: ShownAxis,
): readonly BitPiece[] | null {
  if (pieces.kind !== 'days') return null;
  if (days === null) return [];
  return dayBits(definition, pieces.column, { first: days[0], last: days[1], unit });
}

/** The pieces as rows: each is what its first edge has and its last one has not. */
function gathered(facet: Parameters<typeof writeBits>[0], pieces: readonly BitPiece[]): SQL {
  const edges: Bits[] = pieces.flatMap(({ from, after }) => [from, after]);
  const { source, expressions } = writeBits(facet, edges);
  const differences = pieces.map((_, at) => {
    const [from, after] = [expressions[2 * at] ?? sql`none`, expressions[2 * at + 1] ?? sql`none`];
    return sql`bits & ${from} & ~${after}`;
  });
  return sql`select chunk, piece.value as piece, piece.bits from ${source} known
    cross join lateral unnest(${sql.param(pieces.map(({ value }) => value))}::text[], array[${sql.join(differences, sql`, `)}]::varbit[]) piece (value, bits)`;
}

function name(prefix: string, at: number): SQL {
  return sql.raw(`${prefix}${at}`);
}
