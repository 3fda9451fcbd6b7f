/**
 * Rows of a file that describe the same entity as a later row of it. The later one counts; the others are kept aside, so
 * that an operator can see what became of them.
 */
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { APART } from '../rows/canonical-key.ts';
import type { ImportSession } from './import-session.ts';
import { noteRepeatedKeys, REPEATED } from './repeated-keys.ts';
import { STAGED } from './staging-table.ts';

type Connection = Pick<ImportSession['connection'], 'execute'>;

export const FOLDED = sql.identifier('import_folded_rows');
const PAGE = 1_000;

/** A row that is not loaded, and the one that was loaded in its place. */
export interface FoldedRow {
  /** The key that the rows have in common, such as `website: acme.example`. */
  readonly key: string;
  readonly line: number;
  readonly keptLine: number;
  /** Cells in the order of the columns, as text; null: blank. */
  readonly cells: readonly (string | null)[];
  readonly keptCells: readonly (string | null)[];
}

/** Creates the table only where rows are folded, because most files have none. */
export async function openFolded(connection: Connection): Promise<void> {
  await connection.execute(
    sql`create temporary table if not exists ${FOLDED} as select 0::bigint as kept_line, staged.* from ${STAGED} staged with no data`,
  );
}

/**
 * The last row of a key counts. @param repeated how many keys are noted as repeated; absent: they are noted first
 * @returns how many rows were put aside
 */
export async function foldRows(connection: Connection, repeated?: number): Promise<number> {
  if ((repeated ?? (await noteRepeatedKeys(connection))) === 0) return 0;
  await openFolded(connection);
  const { rowCount } = await connection.execute(sql`
    with folded as (
      delete from ${STAGED} staged using ${REPEATED} last
      where staged.canonical_key = last.canonical_key and staged.line < last.line
      returning last.line as kept_line, staged.*)
    insert into ${FOLDED} select * from folded`);
  const count = rowCount ?? 0;
  // A row that others were folded into before may have been folded itself.
  if (count > 0)
    await connection.execute(sql`
      update ${FOLDED} earlier set kept_line = later.kept_line from ${FOLDED} later where earlier.kept_line = later.line`);
  return count;
}

/** @param columns that the rows may have @returns those they have, in this order, as the cells of the rows are */
export function foldedColumns({ columns }: TableDefinition, staged: readonly string[]): readonly string[] {
  return columns.map(({ field }) => field).filter((field) => staged.includes(field));
}

/**
 * Folded rows by the lines of the rows they were folded into. @param staged columns of the staged rows @param size of a
 * batch
 */
export async function* readFoldedRows(
  connection: Connection,
  definition: TableDefinition,
  staged: readonly string[],
  size = PAGE,
): AsyncGenerator<readonly FoldedRow[]> {
  const columns = definition.columns.filter(({ field }) => staged.includes(field));
  const cells = (row: string) =>
    sql`array[${sql.join(
      columns.map((column) => cellText(column, row)),
      sql`, `,
    )}]::text[]`;
  await connection.execute(sql`create index if not exists import_folded_rows_order on ${FOLDED} (kept_line, line)`);
  for (let after = { kept: -1, line: -1 }; ; ) {
    const { rows } = await connection.execute<{
      key: string;
      line: string;
      kept: string;
      cells: (string | null)[];
      kept_cells: (string | null)[];
    }>(sql`
      select folded.canonical_key as key, folded.line, folded.kept_line as kept,
        ${cells('folded')} as cells, ${cells('staged')} as kept_cells
      from (
        select * from ${FOLDED} where (kept_line, line) > (${after.kept}::bigint, ${after.line}::bigint)
        order by kept_line, line limit ${size}
      ) folded join ${STAGED} staged on staged.line = folded.kept_line
      order by folded.kept_line, folded.line`);
    yield rows.map((row) => ({
      key: shownKey(row.key),
      line: Number(row.line),
      keptLine: Number(row.kept),
      cells: row.cells,
      keptCells: row.kept_cells,
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = { kept: Number(last.kept), line: Number(last.line) };
  }
}

/** `name+country:acme\u001fnorway` → `name, country: acme, norway`, without what tells unlike rows apart */
function shownKey(key: string): string {
  const end = key.indexOf(':');
  const [texts = ''] = key.slice(end + 1).split(APART);
  return `${key.slice(0, end).replaceAll('+', ', ')}: ${texts.replaceAll('\u001f', ', ')}`;
}

/** A cell as text, in the form of imported files. */
function cellText({ field, kind }: ColumnDefinition, row: string): SQL {
  const column = sql`${sql.identifier(row)}.${sql.identifier(field)}`;
  if (kind === 'time') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  if (kind === 'list') return sql`array_to_string(${column}, ', ')`;
  return kind === 'date' ? sql`to_char(${column}, 'YYYY-MM-DD')` : sql`${column}::text`;
}
