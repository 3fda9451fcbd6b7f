/**
 * Counts the rows of a condition along some axes, within a transaction that sees one moment: by bitmaps where there are any for the
 * condition and the axis, and by rows otherwise, also for the chunks whose bitmaps are out of date.
 */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { allRows } from '../filters/bits.ts';
import { conditionBits } from '../filters/condition-bits.ts';
import { conditionSql, isFilled } from '../filters/condition-sql.ts';
import { createCrmRows } from '../filters/crm-rows.ts';
import { askerOf } from '../filters/my-filters.ts';
import { type BitmapState, type ColumnsState, readColumnsState } from '../totals/bitmap-state.ts';
import { CHUNK_BITS } from '../totals/chunk-bitmaps.ts';
import { inChunks } from '../totals/chunk-bits.ts';
import { type Axis, type NumberSpan, rowsOfTable, spannedColumns, toAxis } from './axes.ts';
import { unpacked } from './bit-columns.ts';
import { cellsByBits } from './cells-by-bits.ts';
import { cellsByRows, type SummaryCell, type SummaryCells, valuesByRows } from './cells-by-rows.ts';
import { type BitsOfRows, countByBits, hasBits, matchedBits, readPresentDigits } from './count-by-bits.ts';
import { countByRows } from './count-by-rows.ts';
import { addCounts, type Counted, type CountedAxis, nothingCounted } from './counted.ts';
import type { Counter } from './counter.ts';
import { readSpanOfRows } from './row-counter.ts';
import { type DaySpan, readNumberSpan } from './spans.ts';
import { spellingOf } from './spellings.ts';

/** Columns of all tables whose lowest and highest number are remembered. */
const SPANS_LIMIT = 200;

interface KnownSpan {
  readonly version: number;
  readonly span: NumberSpan;
}

/** The rows of a condition, as SQL and as bits; null: bitmaps do not tell them. */
interface AskedRows {
  readonly condition: SQL;
  readonly bits: BitsOfRows | null;
}

export function createTableCounts(crmRows = createCrmRows()) {
  const spans = createBoundedCache<KnownSpan>(SPANS_LIMIT);

  return {
    /** @param connection a transaction that sees one moment */
    async begin(connection: Connection, definition: TableDefinition): Promise<Counter<TableFilters[string]>> {
      const state = await readColumnsState(connection, definition);

      async function spanOf(column: string): Promise<NumberSpan> {
        const key = `${definition.name} ${column}`;
        const known = spans.get(key);
        if (known?.version === state.version) return known.span;
        const span = await readSpan(connection, definition, column, state);
        spans.set(key, { version: state.version, span });
        return span;
      }

      const presentDigits = (axes: readonly Pick<Axis, 'pieces'>[]) => readPresentDigits(connection, definition, axes);
      const rowsOf = async (filters: TableFilters): Promise<AskedRows> => {
        const condition = filterCondition(definition, filters);
        const asker = askerOf(filters);
        const crm = await crmRows.read(connection, { definition, asker }, condition, state.version);
        // What goes along with the filters may be of another moment.
        const asked = asker === null || crm === null ? asker : { ...asker, crm };
        return {
          condition: sql`(${conditionSql({ definition, asker: asked }, condition)})`,
          bits: matchedBits(definition, conditionBits(definition, condition, crm), state),
        };
      };
      return {
        spell: (axis, pieces) => spellingOf(connection, definition, axis, pieces, state),

        async axesOf(dimensions) {
          const found = new Map<string, NumberSpan>();
          for (const column of spannedColumns(dimensions.map(([dimension]) => dimension)))
            found.set(column, await spanOf(column));
          return dimensions.map(([dimension, limits]) => toAxis(definition, dimension, found, limits));
        },

        async cells(filters, axes, measured) {
          const { condition, bits } = await rowsOf(filters);
          const counted =
            bits === null ? null : await cellsByBits(connection, bits, axes, await presentDigits(axes.map(({ axis }) => axis)));
          if (bits === null || counted === null)
            return cellsByRows(connection, definition, rowsOfTable(definition, condition), axes, measured);
          const dirty = sql`${inChunks(state.dirty)} and ${condition}`;
          const all =
            state.dirty.length === 0
              ? counted
              : addCells(
                  counted,
                  await cellsByRows(connection, definition, rowsOfTable(definition, dirty), axes, {
                    measure: 'count',
                    field: null,
                  }),
                );
          const { field } = measured;
          if (field === null) return all;
          const rows = sql`${rowsOfBits(definition, bits, condition)} and (${isFilled(definition, field)})`;
          return withValues(all, await valuesByRows(connection, definition, rows, axes, measured));
        },

        async count(filters, axes, containing) {
          const { condition, bits } = await rowsOf(filters);
          const byRows = (slow: readonly Axis[]) =>
            countByRows(connection, {
              definition,
              rows: rowsOfTable(definition, condition),
              axes: slow,
              isWhole: false,
              containing,
            });
          if (bits === null) return byRows(axes);
          const quick = axes.filter((axis) => hasBits(definition, state, axis));
          const dirty = await countDirty(connection, definition, condition, state, quick);
          const clean = await countByBits(connection, bits, quick, daysOf(dirty, quick), await presentDigits(quick));
          const counted = new Map<Axis, CountedAxis>();
          for (const [at, axis] of quick.entries()) {
            const { [at]: found = null } = clean.axes;
            if (found !== null) counted.set(axis, addAxis(found, dirty?.axes[at]));
          }
          const slow = axes.filter((axis) => !counted.has(axis));
          const others = slow.length === 0 ? [] : (await byRows(slow)).axes;
          for (const [at, axis] of slow.entries()) counted.set(axis, others[at] ?? nothingCounted);
          const total = clean.total + (dirty?.total ?? 0);
          return { total, axes: axes.map((axis) => counted.get(axis) ?? nothingCounted) };
        },
      };
    },
  };
}

/** The rows of a condition as their bits tell them, which is quicker than to test each; those of other chunks are tested. */
function rowsOfBits(definition: TableDefinition, { matched }: BitsOfRows, condition: SQL): SQL {
  const chunkRows = sql.raw(String(2 ** CHUNK_BITS));
  return sql`${sql.identifier(databaseName(definition))}
    left join (select chunk, ${unpacked(sql`bits`)} as bits from (${matched.query} offset 0) known offset 0) told
      on told.chunk = (id / ${chunkRows})::int
    where case when told.bits is null then ${condition} else get_bit(told.bits, (id % ${chunkRows})::int) = 1 end`;
}

/** @param measured cells of the rows that have a number */
function withValues({ cells, other }: SummaryCells, measured: readonly SummaryCell[]): SummaryCells {
  const values = new Map(measured.map(({ by, value }) => [JSON.stringify(by), value]));
  return { cells: cells.map((cell) => ({ ...cell, value: values.get(JSON.stringify(cell.by)) ?? null })), other };
}

/** Counts of different rows. */
function addCells(one: SummaryCells, another: SummaryCells): SummaryCells {
  const cells = new Map<string, SummaryCell>();
  for (const cell of [...one.cells, ...another.cells]) {
    const key = JSON.stringify(cell.by);
    const count = cell.count + (cells.get(key)?.count ?? 0);
    cells.set(key, { by: cell.by, count, value: count });
  }
  return { cells: [...cells.values()], other: one.other + another.other };
}

function addAxis(clean: CountedAxis, dirty: CountedAxis | undefined): CountedAxis {
  if (dirty === undefined) return clean;
  const [sum = nothingCounted] = addCounts([
    { total: 0, axes: [clean] },
    { total: 0, axes: [dirty] },
  ]).axes;
  return sum;
}

/** Counts the rows in chunks whose bitmaps are out of date; null: there are none. */
async function countDirty(
  connection: Connection,
  definition: TableDefinition,
  condition: SQL,
  { dirty }: BitmapState,
  axes: readonly Axis[],
): Promise<Counted | null> {
  if (dirty.length === 0) return null;
  const rows = rowsOfTable(definition, sql`${inChunks(dirty)} and ${condition}`);
  return countByRows(connection, { definition, rows, axes, isWhole: true });
}

function daysOf(counted: Counted | null, axes: readonly Axis[]): readonly (DaySpan | null)[] {
  return axes.map(({ pieces }, at) => {
    const days = pieces.kind === 'days' ? (counted?.axes[at]?.values ?? []).map(({ value }) => value).sort() : [];
    const [first, last] = [days[0], days.at(-1)];
    return first === undefined || last === undefined ? null : [first, last];
  });
}

/** The lowest and the highest number of a column, of those in ranges the lower end. */
async function readSpan(
  connection: Connection,
  definition: TableDefinition,
  column: string,
  state: ColumnsState,
): Promise<NumberSpan> {
  const matched = matchedBits(definition, allRows, state);
  const axis = { pieces: { kind: 'numbers', column, own: null } } as const;
  if (matched === null || state.uncounted.has(column))
    return readSpanOfRows(connection, definition, column, rowsOfTable(definition, sql`true`));
  const present = (await readPresentDigits(connection, definition, [axis])).get(column) ?? new Set();
  const clean = await readNumberSpan(connection, definition, column, matched.matched.query, present);
  if (clean === undefined) return readSpanOfRows(connection, definition, column, rowsOfTable(definition, sql`true`));
  const dirty =
    state.dirty.length === 0
      ? null
      : await readSpanOfRows(connection, definition, column, rowsOfTable(definition, inChunks(state.dirty)));
  if (clean === null || dirty === null) return clean ?? dirty;
  return [Math.min(clean[0], dirty[0]), Math.max(clean[1], dirty[1])];
}
