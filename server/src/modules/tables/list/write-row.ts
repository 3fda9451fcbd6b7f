/**
 * A row of the API as JSON, written directly from the cells as the database writes them. Pages are read far
 * more often than anything else, and converting each cell to a value and back took longer than the database.
 */
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import pg from 'pg';
import { withEmptyMarks } from '../my-rows/marked-answers.ts';

/** A text as received from the database, lists as JSON; null: blank. */
export type RawCell = string | null;

/** How the database writes a time if the connection's time zone is UTC. */
export const UTC_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;
const readTimestamp: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/**
 * JSON. The id comes first (`marked-answers.ts`).
 * @param cells those of the definition in its order, then the id and the version that made the row so
 * @param fields to write in addition to these two; default: all
 */
export function writeRow({ columns }: TableDefinition, cells: readonly RawCell[], fields?: ReadonlySet<string>): string {
  let text = `{"id":${cells[columns.length]},"changed_in":${cells[columns.length + 1]}`;
  for (const [at, { field, kind }] of columns.entries()) {
    if (fields !== undefined && !fields.has(field)) continue;
    const cell = cells[at] ?? null;
    text += `,"${field}":${cell === null ? 'null' : writeCell(kind, cell)}`;
  }
  return `${text}}`;
}

function writeCell(kind: ColumnKind, text: string): string {
  switch (kind) {
    case 'list':
      return text;
    case 'boolean':
      return text === 't' ? 'true' : 'false';
    case 'integer':
    case 'number':
    case 'money':
      return writeNumber(text);
    case 'time':
      return writeTime(text);
    default:
      return JSON.stringify(text);
  }
}

/** Writes a number. JSON has no NaN or Infinity; they become null. */
function writeNumber(text: string): string {
  return /^-?\d/.test(text) ? text : 'null';
}

/** A time with milliseconds. */
function writeTime(text: string): string {
  const [, day, clock, fraction = ''] = UTC_TIME.exec(text) ?? [];
  if (day !== undefined) return `"${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z"`;
  const time = readTimestamp(text);
  return time instanceof Date && !Number.isNaN(time.getTime()) ? `"${time.toISOString()}"` : 'null';
}

/** Writes each row of a list as JSON, with empty marks unless only some fields are requested. @param fields as `writeRow` */
export function writeRows(
  definition: TableDefinition,
  rows: readonly (readonly RawCell[])[],
  fields: readonly string[] | undefined,
): readonly string[] {
  if (fields === undefined) return rows.map((cells) => withEmptyMarks(writeRow(definition, cells, undefined)));
  const chosen = new Set(fields);
  return rows.map((cells) => writeRow(definition, cells, chosen));
}
