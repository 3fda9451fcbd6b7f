/** The changes that a dry run would make: cells that it would clear, and a few of the rows it would add and change. */
import type { ImportDifference } from '@leadloom/shared/contract/imports';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { MATCHED } from '../merge/merge-statements.ts';
import { STAGED } from '../staging/staging-table.ts';

const SAMPLES = 10;
const CELL_LENGTH = 200;

interface FileColumns {
  /** Columns of the table that the file sets. */
  readonly columns: readonly string[];
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
}

/** @param transaction in which the rows were counted */
export async function readDifference(
  transaction: Transaction,
  definition: TableDefinition,
  { columns, keepsKnown }: FileColumns,
): Promise<ImportDifference> {
  const table = sql.identifier(databaseName(definition));
  const fields = definition.columns
    .map(({ field }) => field)
    .filter((field) => columns.includes(field) && field !== 'updated_at');
  const pairs = sql`${MATCHED} matched join ${STAGED} staged on staged.line = matched.line
    join ${table} known on known.id = matched.id where matched.differences <> 0`;
  const cleared = await countCleared();
  const { rows: changed } = await transaction.execute<{ id: string; before: Cells; after: Cells }>(
    sql`select known.id, to_jsonb(known) as before, to_jsonb(staged) as after from ${pairs} order by known.id limit ${SAMPLES}`,
  );
  const { rows: added } = await transaction.execute<{ line: string; cells: Cells }>(sql`
    select staged.line, to_jsonb(staged) as cells from ${STAGED} staged
    where not exists (select from ${MATCHED} matched where matched.line = staged.line) order by staged.line limit ${SAMPLES}`);
  return {
    cleared,
    changed: changed.map(({ id, before, after }) => ({
      id: Number(id),
      cells: fields.flatMap((field) => {
        const [from, written] = [shown(before[field]), shown(after[field])];
        const to = written === null && keepsKnown ? from : written;
        return from === to ? [] : [{ field, from, to }];
      }),
    })),
    added: added.map(({ line, cells }) => ({
      line: Number(line),
      cells: fields.flatMap((field) => {
        const value = shown(cells[field]);
        return value === null ? [] : [{ field, value }];
      }),
    })),
  };

  async function countCleared(): Promise<ImportDifference['cleared']> {
    if (keepsKnown || fields.length === 0) return [];
    const counts = fields.map((field) => {
      const column = sql.identifier(field);
      return sql`count(*) filter (where known.${column} is not null and staged.${column} is null) as ${column}`;
    });
    const { rows } = await transaction.execute<Record<string, string>>(sql`select ${sql.join(counts, sql`, `)} from ${pairs}`);
    return fields.map((column) => ({ column, cells: Number(rows[0]?.[column] ?? 0) })).filter(({ cells }) => cells > 0);
  }
}

type Cells = Readonly<Record<string, unknown>>;

/** A cell as shown; null: blank. */
function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : String(value);
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text;
}
