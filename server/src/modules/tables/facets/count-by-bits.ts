/** Counts by bitmaps: the rows of a condition as bits, chunk by chunk, and how many of them each bitmap has. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, dayUnitOf } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import type { Bits } from '../filters/bits.ts';
import { dayNumbers, filledMark, flagMark, isChoice, MARKS, numberEnds } from '../filters/facets.ts';
import { type ColumnsState, isWorthIt } from '../totals/bitmap-state.ts';
import { type ChunkBits, chunkBits } from '../totals/chunk-bits.ts';
import type { Axis } from './axes.ts';
import { MATCHED, matchedQuery, writeBits } from './bit-columns.ts';
import type { CountedAxis, CountedValue } from './counted.ts';
import { type BitPiece, dayBits, numberBits } from './piece-bits.ts';
import { type DaySpan, readDaySpan } from './spans.ts';

/** The values of digits that bitmaps have, by facet. */
export type PresentDigits = ReadonlyMap<string, ReadonlySet<string>>;

/** How an axis is counted. */
type Way =
  /** Each value has a bitmap. */
  | { readonly kind: 'values'; readonly facet: string }
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'pieces'; readonly facet: string; readonly pieces: readonly BitPiece[] };

export interface BitsOfRows {
  readonly definition: TableDefinition;
  readonly state: ColumnsState;
  readonly matched: ChunkBits;
}

/** The rows of a condition in chunks with valid bitmaps; null: bitmaps do not tell them. @param bits null: of some test there are none */
export function matchedBits(definition: TableDefinition, bits: Bits | null, state: ColumnsState): BitsOfRows | null {
  const matched = bits === null || !isWorthIt(state) ? null : chunkBits(definition, bits, state.dirty);
  return matched === null || matched.facets.some((facet) => state.uncounted.has(facet)) ? null : { definition, state, matched };
}

/** Whether bitmaps tell the values of an axis. */
export function hasBits(definition: TableDefinition, state: ColumnsState, { pieces }: Axis): boolean {
  return hasBitsByKind(definition, { pieces }) && !(pieces.kind !== 'either' && state.uncounted.has(pieces.column));
}

/** The same while no column has too many values for bitmaps. */
export function hasBitsByKind(definition: TableDefinition, { pieces }: Pick<Dimension, 'pieces'>): boolean {
  return pieces.kind !== 'values' || (!pieces.isHost && isChoice(definition, pieces.column));
}

export async function readPresentDigits(
  connection: Connection,
  definition: TableDefinition,
  axes: readonly Pick<Axis, 'pieces'>[],
): Promise<PresentDigits> {
  const facets = axes.flatMap(({ pieces }) => (pieces.kind === 'numbers' || pieces.kind === 'days' ? [pieces.column] : []));
  if (facets.length === 0) return new Map();
  const { rows } = await connection.execute<{ facet: string; held: string[] }>(
    sql`select facet, array_agg(distinct value) as held from chunk_bitmaps
      where table_name = ${databaseName(definition)} and facet = any(${sql.param(facets)}::text[]) group by facet`,
  );
  return new Map(rows.map(({ facet, held }) => [facet, new Set(held)]));
}

export interface CountedByBits {
  readonly total: number;
  /** null: bitmaps do not tell the pieces of this axis. */
  readonly axes: readonly (CountedAxis | null)[];
}

/** @param axes for which `hasBits` @param dirtyDays the first and last day in other chunks that are counted along */
export async function countByBits(
  connection: Connection,
  rows: BitsOfRows,
  axes: readonly Axis[],
  dirtyDays: readonly (DaySpan | null)[],
  present: PresentDigits,
): Promise<CountedByBits> {
  const spans: (DaySpan | null)[] = [];
  for (const [at, axis] of axes.entries()) spans.push(await daySpanOf(connection, rows, axis, dirtyDays[at] ?? null, present));
  const ways = axes.map((axis, at) => wayOf(rows.definition, axis, spans[at] ?? null));
  const { total, found, marks } = await readCounts(connection, rows, axes, ways, present);
  const counted = axes.map(({ pieces }, at): CountedAxis | null => {
    const { [at]: values = [] } = found;
    if (ways[at] === null) return null;
    const blank = pieces.kind === 'either' ? 0 : total - (marks.get(filledMark(pieces.column)) ?? 0);
    return { values, blank, distinct: null, days: spans[at] ?? null };
  });
  return { total, axes: counted };
}

async function daySpanOf(
  connection: Connection,
  { definition, matched }: BitsOfRows,
  { pieces }: Axis,
  dirty: DaySpan | null,
  present: PresentDigits,
): Promise<DaySpan | null> {
  if (pieces.kind !== 'days') return null;
  const { column } = pieces;
  const clean = await readDaySpan(connection, definition, column, matched.query, present.get(column) ?? new Set());
  if (clean === null || dirty === null) return clean ?? dirty;
  const [first = clean[0], , , last = clean[1]] = [...clean, ...dirty].sort();
  return [first, last];
}

/** null: bitmaps cannot tell the pieces. @param span of all rows that are counted; null: none has a day */
function wayOf(definition: TableDefinition, { pieces, filter, ranges, limits }: Axis, span: DaySpan | null): Way | null {
  switch (pieces.kind) {
    case 'values':
      return { kind: 'values', facet: pieces.column };
    case 'either':
      if (filter.kind === 'flag') return { kind: 'mark', mark: flagMark(filter) };
      return 'column' in filter ? { kind: 'mark', mark: filledMark(filter.column) } : null;
    case 'numbers': {
      const bits = numberBits(definition, pieces.column, ranges);
      const facet = numberEnds(definition, pieces.column)?.low.facet;
      return bits === null || facet === undefined ? null : { kind: 'pieces', facet, pieces: bits };
    }
    case 'days': {
      const facet = dayNumbers(definition, pieces.column)?.facet;
      if (facet === undefined) return null;
      if (span === null) return { kind: 'pieces', facet, pieces: [] };
      const [first, last] = span;
      const bits = dayBits(definition, pieces.column, { first, last, unit: dayUnitOf(first, last, limits.days) });
      return bits === null ? null : { kind: 'pieces', facet, pieces: bits };
    }
  }
}

interface Answered {
  readonly [column: string]: unknown;
  readonly axis: number;
  readonly value: string;
  readonly count: string;
}

const TOTAL = -1;
const MARK = -2;

async function readCounts(
  connection: Connection,
  { definition, matched }: BitsOfRows,
  axes: readonly Axis[],
  ways: readonly (Way | null)[],
  present: PresentDigits,
) {
  const tableName = databaseName(definition);
  const marks = [
    ...axes.flatMap(({ pieces }) => (pieces.kind === 'either' ? [] : [filledMark(pieces.column)])),
    ...ways.flatMap((way) => (way?.kind === 'mark' ? [way.mark] : [])),
  ];
  const counts = (axis: number, facet: string, among: SQL) =>
    sql`select ${place(axis)} as axis, value, sum(bit_count(${MATCHED}.bits & held.bits))::bigint as count from ${MATCHED}
      join chunk_bitmaps held on held.chunk = ${MATCHED}.chunk where held.table_name = ${tableName} and held.facet = ${facet}${among} group by value`;
  const parts = [
    sql`select ${place(TOTAL)} as axis, '' as value, coalesce(sum(bit_count(bits)), 0)::bigint as count from ${MATCHED}`,
    ...(marks.length === 0 ? [] : [counts(MARK, MARKS, sql` and held.value = any(${sql.param(marks)}::text[])`)]),
    ...ways.flatMap((way, at): SQL[] => {
      if (way === null) return [];
      if (way.kind === 'values') return [counts(at, way.facet, sql``)];
      if (way.kind === 'mark' || way.pieces.length === 0) return [];
      const bits = { tableName, facet: way.facet, present: present.get(way.facet) ?? new Set() };
      return [countedPieces(at, bits, way.pieces)];
    }),
  ];
  const { rows } = await connection.execute<Answered>(
    sql`with ${matchedQuery(matched.query)} ${sql.join(parts, sql` union all `)}`,
  );
  const found = axes.map((): CountedValue[] => []);
  const byMark = new Map<string, number>();
  let total = 0;
  for (const { axis, value, count: written } of rows) {
    const count = Number(written);
    if (axis === TOTAL) total = count;
    else if (axis === MARK) byMark.set(value, count);
    else if (count > 0) found[axis]?.push({ value, count, spelling: null });
  }
  for (const [at, way] of ways.entries()) {
    const count = way?.kind === 'mark' ? (byMark.get(way.mark) ?? 0) : 0;
    if (count > 0) found[at]?.push({ value: 'true', count, spelling: null });
  }
  return { total, found, marks: byMark };
}

/** Each edge is counted once: a piece is the difference between two. */
function countedPieces(at: number, facet: Parameters<typeof writeBits>[0], pieces: readonly BitPiece[]): SQL {
  const edges = new Map<string, { readonly bits: Bits; readonly place: number }>();
  const edgeIndex = (bits: Bits) => {
    const key = JSON.stringify(bits);
    const known = edges.get(key) ?? { bits, place: edges.size };
    edges.set(key, known);
    return known.place;
  };
  const places = pieces.map(({ from, after }) => [edgeIndex(from), edgeIndex(after)] as const);
  const { source, expressions } = writeBits(
    facet,
    [...edges.values()].map(({ bits }) => bits),
  );
  const sums = expressions.map((bits, edge) => sql`coalesce(sum(bit_count(bits & ${bits})), 0)::bigint as ${edgeName(edge)}`);
  const differences = places.map(([from, after]) => sql`${edgeName(from)} - ${edgeName(after)}`);
  const values = pieces.map(({ value }) => value);
  return sql`select ${place(at)}, piece.value, piece.count from (select ${sql.join(sums, sql`, `)} from ${source} known) edges
    cross join lateral unnest(${sql.param(values)}::text[], array[${sql.join(differences, sql`, `)}]) piece (value, count)`;
}

function edgeName(at: number): SQL {
  return sql.raw(`e${at}`);
}

function place(at: number): SQL {
  return sql.raw(String(at));
}
