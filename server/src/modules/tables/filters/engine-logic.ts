/**
 * What conditions of a column store are made of. They are 1 or 0 for every row, and never null: so `not` of one is what the other
 * readings of the tree mean by it.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading } from '../../../column-store/column-store.ts';
import type { DatabaseTexts } from './database-texts.ts';
import type { Asker } from './my-filters.ts';

export interface EngineQuestion {
  readonly definition: TableDefinition;
  /** As in `Question`. */
  readonly asker: Asker | null;
  readonly reading: ColumnReading;
  readonly texts: DatabaseTexts;
}

export const ALWAYS = sql`1`;
export const NEVER = sql`0`;

/** null: one of the parts cannot be said. */
export function allOf(parts: readonly (SQL | null)[]): SQL | null {
  return joined(parts, sql` and `, ALWAYS);
}

/** null: one of the parts cannot be said. */
export function anyOf(parts: readonly (SQL | null)[]): SQL | null {
  return joined(parts, sql` or `, NEVER);
}

function joined(parts: readonly (SQL | null)[], by: SQL, none: SQL): SQL | null {
  const said: SQL[] = [];
  for (const part of parts) {
    if (part === null) return null;
    said.push(sql`(${part})`);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return said.length === 0 ? none : sql.join(said, by);
}

export function notOf(condition: SQL): SQL {
  return sql`not (${condition})`;
}

/** A comparison of a cell, which is null where the cell is: then it does not hold. */
export function holds(comparison: SQL): SQL {
  return sql`ifNull(${comparison}, 0)`;
}

/** Whether the cell of a column is one of some texts. */
export function isIn(column: string, texts: readonly string[]): SQL {
  return isOneOf(sql`${sql.identifier(column)}`, texts);
}

export function isOneOf(cell: SQL, texts: readonly string[]): SQL {
  const [only] = texts;
  if (only === undefined) return NEVER;
  return holds(texts.length === 1 ? sql`${cell} = ${only}` : sql`${cell} in ${sql.param(texts)}`);
}
