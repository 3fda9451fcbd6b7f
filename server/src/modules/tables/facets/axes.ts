/** What rows are counted by: a dimension whose ranges of numbers are decided, and its cells in SQL. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, type NumberPiece, numberPieces } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName, flagCondition, hostKey, isListColumn } from '../../../schema/data-table.ts';
import { endsOf, isFilled, reaches } from '../filters/condition-sql.ts';

export interface Axis extends Dimension {
  /** The pieces of numbers, in their order; none for other dimensions. */
  readonly ranges: readonly NumberPiece[];
  readonly limits: PieceLimits;
}

/** The most pieces of an axis. */
export interface PieceLimits {
  readonly values: number;
  readonly days: number;
}

/** The lowest and the highest number of a column; null: it has none. */
export type NumberSpan = readonly [lowest: number, highest: number] | null;

/** @param spans of the columns whose pieces depend on them, by column */
export function toAxis(
  definition: TableDefinition,
  dimension: Dimension,
  spans: ReadonlyMap<string, NumberSpan>,
  limits: PieceLimits,
): Axis {
  const { pieces } = dimension;
  if (pieces.kind !== 'numbers') return { ...dimension, limits, ranges: [] };
  if (pieces.own !== null) return { ...dimension, limits, ranges: pieces.own };
  const span = spans.get(pieces.column) ?? null;
  const kind = definition.columns.find(({ field }) => field === pieces.column)?.kind;
  return { ...dimension, limits, ranges: span === null || kind === undefined ? [] : numberPieces(kind, ...span) };
}

/** The rows of a table that pass a condition, as they follow `from`. */
export function rowsOfTable(definition: TableDefinition, condition: SQL): SQL {
  return sql`${sql.identifier(databaseName(definition))} where ${condition}`;
}

/** The columns of numbers whose lowest and highest number decide about their pieces. */
export function spannedColumns(dimensions: readonly Dimension[]): readonly string[] {
  const columns = dimensions.flatMap(({ pieces }) => (pieces.kind === 'numbers' && pieces.own === null ? [pieces.column] : []));
  return [...new Set(columns)];
}

export function isListAxis(definition: TableDefinition, { pieces }: Dimension): boolean {
  return pieces.kind === 'values' && !pieces.isHost && isListColumn(definition, pieces.column);
}

/**
 * What rows are grouped by: the text as it is spelled, the list, the place of the piece of numbers, the day, or whether the
 * checkbox's condition holds; null: the row has none.
 */
export function axisCell(definition: TableDefinition, { pieces, ranges, filter }: Axis): SQL {
  switch (pieces.kind) {
    case 'values':
      return pieces.isHost ? hostKey(definition, pieces.column) : sql`${sql.identifier(pieces.column)}`;
    case 'numbers':
      return rangeAt(endsOf(definition, pieces.column).low, ranges, pieces.own === null);
    case 'days':
      return dayOf(definition, pieces.column);
    case 'either':
      return filter.kind === 'flag'
        ? sql`(${flagCondition(filter)}) is true`
        : sql`(${'column' in filter ? isFilled(definition, filter.column) : sql`false`})`;
  }
}

/** Whether the row has no value there. */
export function axisBlank(definition: TableDefinition, { pieces }: Axis): SQL {
  return pieces.kind === 'either' ? sql`false` : sql`not (${isFilled(definition, pieces.column)})`;
}

/** A day, in UTC where the column holds moments. */
function dayOf(definition: TableDefinition, field: string): SQL {
  const column = sql.identifier(field);
  const isMoment = definition.columns.some((one) => one.field === field && one.kind === 'time');
  return isMoment ? sql`(${column} at time zone 'UTC')::date` : sql`${column}`;
}

/** The place of the piece that holds a number. @param isGapless whether each piece begins where the one before ends */
function rangeAt(number: SQL, ranges: readonly NumberPiece[], isGapless: boolean): SQL {
  if (ranges.length === 0) return sql`null::int`;
  if (isGapless) {
    const edges = [...ranges.map(({ from }) => from), ranges.at(-1)?.to ?? null];
    // Below the first edge it answers 0, and from the last one on the number of edges: neither is a piece.
    const bucket = sql`width_bucket(${number}::double precision, ${sql.param(edges)}::double precision[])`;
    return sql`nullif(nullif(${bucket}, 0), ${sql.raw(String(edges.length))}) - 1`;
  }
  const cases = ranges.map((range, at) => sql` when ${isWithin(number, range)} then ${sql.raw(String(at))}`);
  return sql`case${sql.join(cases)} end`;
}

function isWithin(number: SQL, { from, to, isClosed }: NumberPiece): SQL {
  if (from === null && to === null) return sql`${number} is not null`;
  return reaches(
    { low: number, high: number },
    from === null ? null : { value: from, isOpen: false },
    to === null ? null : { value: to, isOpen: isClosed !== true },
  );
}
