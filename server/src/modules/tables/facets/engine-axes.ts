/** What rows are counted by in a column store, as `axes.ts` has it for the database. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { NumberPiece } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import { hostOf, lowerOf } from '../../../column-store/copied-columns.ts';
import { endsEngine, filledEngine, flagEngine, reachesEngine } from '../filters/condition-engine.ts';
import { NEVER, notOf } from '../filters/engine-logic.ts';
import { type Axis, isListAxis } from './axes.ts';

const DAY = 86_400_000;
/** With its sign: a remainder of what may be negative by an unsigned number is taken of unsigned numbers. */
const MICROSECONDS = sql.raw(`toInt64(${DAY * 1000})`);

/**
 * What rows are grouped by: the text in lower case, of a list its items in lower case, each once, the place of the piece of numbers,
 * the days since 1970, or whether the checkbox's condition holds; null: the row has none.
 */
export function engineCell(definition: TableDefinition, axis: Axis): SQL {
  const { pieces, ranges, filter } = axis;
  switch (pieces.kind) {
    case 'values':
      if (pieces.isHost) return sql`${sql.identifier(hostOf(pieces.column))}`;
      return isListAxis(definition, axis)
        ? sql`arrayDistinct(${sql.identifier(lowerOf(pieces.column))})`
        : sql`${sql.identifier(lowerOf(pieces.column))}`;
    case 'numbers':
      return rangeAt(endsEngine(definition, pieces.column).low, ranges);
    case 'days':
      return dayOf(definition, pieces.column);
    case 'either':
      if (filter.kind === 'flag') return flagEngine(definition, filter);
      return 'column' in filter ? filledEngine(definition, filter.column) : NEVER;
  }
}

/**
 * A statement whose branches are all computed for whole columns. To find the rows for which a branch counts, as the engine does
 * by itself, takes several times as long as to compare all of them with the ends of some ranges.
 */
export function inWholeColumns(statement: SQL): SQL {
  return sql`${statement} settings short_circuit_function_evaluation = 'disable'`;
}

/** Whether the row has no value there. */
export function engineBlank(definition: TableDefinition, { pieces }: Axis): SQL {
  return pieces.kind === 'either' ? NEVER : notOf(filledEngine(definition, pieces.column));
}

/** Pairs of an item in lower case and as it is written, each item once, however often the list names it. */
export function spelledItems(field: string): SQL {
  const [lowered, items] = [sql.identifier(lowerOf(field)), sql.identifier(field)];
  return sql`arrayFilter((item, nth) -> nth = 1, arrayZip(${lowered}, ${items}), arrayEnumerateUniq(${lowered}))`;
}

function dayOf(definition: TableDefinition, field: string): SQL {
  const column = sql.identifier(field);
  const isMoment = definition.columns.some((one) => one.field === field && one.kind === 'time');
  return isMoment ? sql`intDiv(${column} - positiveModulo(${column}, ${MICROSECONDS}), ${MICROSECONDS})` : sql`${column}`;
}

/** `2026-05-04`; null: the day is of no year of four digits. @param day since 1970 */
export function dayText(day: number): string | null {
  const moment = new Date(day * DAY);
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999 ? moment.toISOString().slice(0, 10) : null;
}

/** The place of the piece that holds a number. */
function rangeAt(number: SQL, ranges: readonly NumberPiece[]): SQL {
  if (ranges.length === 0) return sql`null`;
  const cases = ranges.map((range, at) => sql`${isWithin(number, range)}, ${sql.raw(String(at))}, `);
  return sql`multiIf(${sql.join(cases)}null)`;
}

function isWithin(number: SQL, { from, to, isClosed }: NumberPiece): SQL {
  if (from === null && to === null) return sql`isNotNull(${number})`;
  return reachesEngine(
    { low: number, high: number },
    from === null ? null : { value: from, isOpen: false },
    to === null ? null : { value: to, isOpen: isClosed !== true },
  );
}
