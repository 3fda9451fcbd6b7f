/**
 * The statements of an export. COPY takes no bound parameters, so values are written into the text here. They
 * have always passed the filters' schema and are always escaped.
 */
import { TWO_WORD_NAME } from '@leadloom/shared/domain/name-parts';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SenderColumn, senderColumns } from '@leadloom/shared/tables/sender-file';
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import pg from 'pg';
import { databaseName } from '../../schema/data-table.ts';
import { filterCondition, whereClause } from '../tables/filters/filter-sql.ts';
import { type RowOrder, rowOrder } from '../tables/list/row-order.ts';

/** Which rows and columns of a table a file contains. */
export interface ExportChoice extends RowOrder {
  readonly definition: TableDefinition;
  readonly filters: TableFilters;
  /** Only these rows, by their ids; the file then has the id as its first column. */
  readonly ids?: readonly number[] | undefined;
  /** Whether the file has the id as its first column, so that its rows can be told apart by programs. */
  readonly withId?: boolean | undefined;
  /** Fields in the file's order; default: all of the definition. */
  readonly columns?: readonly string[] | undefined;
  /** The columns of people for a program that sends mails, instead of `columns`. */
  readonly sender?: { readonly reason: string | null } | undefined;
  /** Only the first rows. */
  readonly limit?: number | undefined;
  /**
   * `jsonl`: one object for each row, with cells as the data API has them. `xlsx`, `parquet`: cells for a file with kinds of
   * cells, which needs no apostrophes before formulas. `csv` where absent.
   */
  readonly format?: 'csv' | 'jsonl' | 'xlsx' | 'parquet' | undefined;
}

/**
 * Settings of the transaction that writes a file. It takes as long as its reader, and the database itself formats dates,
 * which is twice as fast as any function.
 */
export const FILE_SETTINGS = "set local statement_timeout = 0; set local datestyle = 'ISO'";

/** Spreadsheets need it to read UTF-8; programs do not want it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The file's first line; empty where it has none. Field names need no quotes. */
export function headerLine(choice: ExportChoice, { byteOrderMark }: { byteOrderMark: boolean }): string {
  if (choice.format !== undefined && choice.format !== 'csv') return '';
  const fields = columnsOf(choice).map(({ field }) => field);
  return `${byteOrderMark ? BYTE_ORDER_MARK : ''}${fields.join(',')}\n`;
}

/**
 * How a list is written in one cell. `joined`: as people read it, `AI, B2B`. `lossless`: the same, but as JSON
 * if a value contains the separator, so that the file can be imported again. `json`: always as JSON.
 */
export type ListForm = 'joined' | 'lossless' | 'json';

/** The file's rows without its header. Run it with `FILE_SETTINGS`. */
export function copyRowsStatement(choice: ExportChoice, lists: ListForm = 'joined'): string {
  const { definition, limit } = choice;
  return copyStatement(choice, lists, sql`${chosenRows(choice)} order by ${rowOrder(definition, choice)}${limitClause(limit)}`);
}

/** Rows that one statement reads by their ids: an index is quicker for them than any other plan. */
const ROWS_AT_ONCE = 5_000;

/** The same by the ids of the rows, in their order. */
export function* copyChosenStatements(choice: ExportChoice, ids: readonly number[], lists: ListForm): Generator<string> {
  const table = sql.identifier(databaseName(choice.definition));
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const some = `{${ids.slice(at, at + ROWS_AT_ONCE).join(',')}}`;
    yield copyStatement(
      choice,
      lists,
      sql`from unnest(${some}::bigint[]) with ordinality chosen (chosen_id, nth) join ${table} on id = chosen_id order by nth`,
    );
  }
}

/** @param rows what follows the selected cells */
function copyStatement(choice: ExportChoice, lists: ListForm, rows: SQL): string {
  const { format } = choice;
  if (format === 'jsonl') return copyObjectsStatement(choice, rows);
  const isTyped = format === 'xlsx' || format === 'parquet';
  const write = isTyped ? plainCell : cell;
  // Cells are renamed so that `order by` refers to the table's columns, not to these expressions.
  const cells = columnsOf(choice).map((column, index) => sql`${write(column, lists)} as ${sql.identifier(`cell_${index}`)}`);
  return inlined(sql`copy (select ${sql.join(cells, sql`, `)} ${rows}) to stdout (format ${sql.raw(isTyped ? 'text' : 'csv')})`);
}

/** JSON has no control characters, so with these as quote and separator every line is written as it is. */
function copyObjectsStatement(choice: ExportChoice, rows: SQL): string {
  const pairs = columnsOf(choice).map(
    ({ field, kind }) => sql`${field}::text, ${kind === 'time' ? inUtc(sql.identifier(field)) : sql.identifier(field)}`,
  );
  const objects = sql`select json_build_object(${sql.join(pairs, sql`, `)})::text ${rows}`;
  return inlined(sql`copy (${objects}) to stdout (format csv, quote e'\\x01', escape e'\\x01', delimiter e'\\x02')`);
}

/**
 * The ids of the file's rows as `readSegment` reads them: one result row per segment.
 * @param first only this many of the file's rows
 */
export function rowIdsStatement(choice: ExportChoice, first = choice.limit): string {
  const { definition } = choice;
  const rows = chosenRows(choice);
  // Only a limited file needs the order; otherwise the set is the same in any order.
  const chosen =
    first === undefined
      ? rows
      : sql`from (select id ${rows} order by ${rowOrder(definition, choice)}${limitClause(first)}) chosen`;
  return inlined(
    sql`select (id >> 16)::int as segment, string_agg(int2send(((id & 65535) - 32768)::int2), '') as offsets ${chosen} group by 1`,
  );
}

/** The ids of the file's rows in its order, one per line. */
export function copyIdsStatement(choice: ExportChoice): string {
  const { definition, limit } = choice;
  return inlined(
    sql`copy (select id ${chosenRows(choice)} order by ${rowOrder(definition, choice)}${limitClause(limit)}) to stdout`,
  );
}

function chosenRows({ definition, filters, ids }: ExportChoice): SQL {
  const table = sql.identifier(databaseName(definition));
  if (ids === undefined) return sql`from ${table}${whereClause(definition, filters)}`;
  const condition = filterCondition(definition, filters) ?? sql`true`;
  // The ids are one text: the database reads an array of a hundred thousand expressions slowly.
  return sql`from ${table} where id = any(${`{${ids.join(',')}}`}::bigint[]) and ${condition}`;
}

function limitClause(limit: number | undefined): SQL {
  return limit === undefined ? sql`` : sql` limit ${limit}`;
}

/** A column of a file. */
interface FileColumn extends Pick<ColumnDefinition, 'field' | 'kind'> {
  /** Where the cell is not the column of that name. */
  readonly source?: SQL;
}

const idColumn = { field: 'id', kind: 'integer' } as const satisfies FileColumn;

/** The columns in the file's order. */
export function columnsOf({ definition, columns = [], ids, withId = false, sender }: ExportChoice): readonly FileColumn[] {
  const first = ids === undefined && !withId ? [] : [idColumn];
  if (sender !== undefined) {
    const { reason } = sender;
    return [...first, ...senderColumns.map(({ field, kind, from }) => ({ field, kind, source: senderCell(from, reason) }))];
  }
  if (columns.length === 0) return [...first, ...definition.columns];
  const named = [...new Set(columns)].flatMap((field) => definition.columns.filter((column) => column.field === field));
  return [...first, ...named];
}

function senderCell(from: SenderColumn['from'], reason: string | null): SQL {
  if (from === 'reason') return reason === null ? sql`null::text` : sql`${reason}::text`;
  if ('column' in from) return sql`${sql.identifier(from.column)}`;
  const word = from.part === 'first' ? 1 : 2;
  return sql`case when btrim(name) ~* ${TWO_WORD_NAME} then (regexp_split_to_array(btrim(name), ${'\\s+'}))[${word}] end`;
}

/** A cell as in a CSV file, in any time zone of the connection. */
function cell(column: FileColumn, lists: ListForm): SQL {
  const plain = plainCell(column, lists);
  if (cellKindOf(column.kind) !== 'text') return plain;
  // Whether a row needs apostrophes is known of its own cells only.
  return column.source === undefined ? safe(plain) : sql`safe_cell(${plain})`;
}

/** The same where no program can take a text for a formula. */
function plainCell({ field, kind, source }: FileColumn, lists: ListForm): SQL {
  const column = source ?? sql`${sql.identifier(field)}`;
  switch (kind) {
    case 'boolean':
      return sql`${column}::text`;
    case 'time':
      return inUtc(column);
    case 'list':
      return listCell[lists](column);
    default:
      return column;
  }
}

function inUtc(column: SQLWrapper): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const listCell = {
  joined,
  lossless: losslessly,
  json: (column: SQLWrapper) => sql`to_json(${column})::text`,
} as const satisfies Record<ListForm, (column: SQLWrapper) => SQL>;

function joined(column: SQLWrapper): SQL {
  return sql`array_to_string(${column}, ', ')`;
}

function losslessly(column: SQLWrapper): SQL {
  return sql`case when array_to_string(${column}, '') ~ '[,;|{[]' then to_json(${column})::text else ${joined(column)} end`;
}

/** Rows without a formula are not checked again, if the server that wrote them looked behind separators as well. */
function safe(text: SQL): SQL {
  return sql`case when needs_escape or imported_at < separators_checked_from() then safe_cell(${text}) else ${text} end`;
}

const dialect = {
  casing: new CasingCache(),
  escapeName: pg.escapeIdentifier,
  escapeParam: (_position: number, value: unknown) => literal(value),
  escapeString: pg.escapeLiteral,
};

function inlined(statement: SQL): string {
  return statement.toQuery(dialect).sql;
}

/** @throws {TypeError} for a value that no filter can have */
function literal(value: unknown): string {
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  throw new TypeError(`a ${typeof value} is no value of a filter`);
}
