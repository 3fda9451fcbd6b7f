/** Counts in a column store, at the version of a reading: one statement for all axes, another one for the cells of a summary. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading, ColumnStore } from '../../../column-store/column-store.ts';
import { lowerOf } from '../../../column-store/copied-columns.ts';
import type { Connection } from '../../../database/database.ts';
import { endsEngine } from '../filters/condition-engine.ts';
import { engineRows, everyRow, tablesOfFilters } from '../filters/engine-rows.ts';
import { isChoice } from '../filters/facets.ts';
import { type Axis, isListAxis, type NumberSpan, spannedColumns, toAxis } from './axes.ts';
import type { Counter } from './counter.ts';
import { spelledItems } from './engine-axes.ts';
import { engineCells } from './engine-cells.ts';
import { engineCount } from './engine-count.ts';
import { offeredSpellings, spellBy } from './spellings.ts';

/** The column store cannot say exactly what is asked: the database has to answer. */
export class NotSaid extends Error {}

/** Where a column store is asked, and the database beside it. */
export interface EngineCounts {
  readonly columnStore: ColumnStore;
  readonly database: Connection;
}

/** Counts of one version. null: the database has to answer. @throws what `work` throws */
export function countInColumnStore<Result>(
  { columnStore, database }: EngineCounts,
  kind: 'facets' | 'summary',
  definition: TableDefinition,
  filters: TableFilters,
  work: (counter: Counter<TableFilters[string]>) => Promise<Result>,
): Promise<Result | null> {
  return columnStore.read(kind, tablesOfFilters(definition, filters), async (reading) => {
    try {
      return await work(createEngineCounter(reading, database, definition));
    } catch (error) {
      if (error instanceof NotSaid) return null;
      throw error;
    }
  });
}

/** Its methods reject with `NotSaid`. */
export function createEngineCounter(
  reading: ColumnReading,
  database: Connection,
  definition: TableDefinition,
): Counter<TableFilters[string]> {
  const all = everyRow(reading, definition);
  const rowsOf = async (filters: TableFilters) => said(await engineRows(database, reading, definition, filters));

  return {
    async axesOf(dimensions) {
      const columns = spannedColumns(dimensions.map(([dimension]) => dimension));
      const ends = columns.flatMap((column) => {
        const { low } = endsEngine(definition, column);
        return [sql`min(toFloat64(${low}))`, sql`max(toFloat64(${low}))`];
      });
      const [found = []] = ends.length === 0 ? [] : await reading.rows(sql`select ${sql.join(ends, sql`, `)} ${all}`);
      const spans = columns.map((column, at): [string, NumberSpan] => {
        const [lowest, highest] = found.slice(2 * at, 2 * at + 2);
        return [column, typeof lowest === 'number' && typeof highest === 'number' ? [lowest, highest] : null];
      });
      return dimensions.map(([dimension, limits]) => toAxis(definition, dimension, new Map(spans), limits));
    },

    async count(filters, axes, containing) {
      // The database folds both what is contained and the values.
      if (containing !== undefined && axes.some(({ pieces }) => pieces.kind === 'values')) throw new NotSaid();
      return said(await engineCount(reading, definition, await rowsOf(filters), axes));
    },

    async cells(filters, axes, measured) {
      return said(await engineCells(reading, definition, await rowsOf(filters), axes, measured));
    },

    /** As `spellingOf` has it where all bitmaps are valid. */
    async spell(axis, pieces) {
      const spellings = offeredSpellings(axis);
      const unknown = pieces.flatMap(({ value }) => (spellings.has(value) ? [] : [value]));
      const { filter } = axis;
      if (axis.pieces.kind === 'values' && 'column' in filter && isChoice(definition, filter.column) && unknown.length > 0) {
        const found = await reading.rows(firstSpellings(definition, axis, filter.column, all, unknown));
        for (const [value, spelling] of found) spellings.set(String(value), String(spelling));
      }
      return spellBy(spellings);
    },
  };
}

function said<Value>(answer: Value | null): Value {
  if (answer === null) throw new NotSaid();
  return answer;
}

/** Answers each value with its spelling in the row of the lowest id that has it. */
function firstSpellings(definition: TableDefinition, axis: Axis, field: string, rows: SQL, values: readonly string[]): SQL {
  const cells = isListAxis(definition, axis)
    ? sql`select id, item.1 as value, item.2 as spelling from (select id, arrayJoin(${spelledItems(field)}) as item ${rows})`
    : sql`select id, ${sql.identifier(lowerOf(field))} as value, ${sql.identifier(field)} as spelling ${rows}`;
  return sql`select value, argMin(spelling, id) from (${cells}) where ifNull(value in ${sql.param(values)}, 0) group by value`;
}
