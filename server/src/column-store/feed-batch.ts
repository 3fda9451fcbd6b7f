/**
 * Reads what changed in a table since a mark, a batch at a time. A batch is one transaction that sees one moment: the table's version,
 * rows by the number of their last change, and, with the last rows, the deletions. PostgreSQL makes the lines, so no cell is
 * converted here, and they pass on as they arrive.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { ClientBase } from 'pg';
import { copyRows } from '../database/copy-rows.ts';
import { databaseName } from '../schema/data-table.ts';
import { inLargerChunks } from '../streams/larger-chunks.ts';
import { copiedColumns } from './copied-columns.ts';
import type { CopyState } from './copies.repository.ts';

/** Bytes of a batch, about, and the most rows. */
const BATCH_BYTES = 48_000_000;
const MOST_ROWS = 50_000;
const FIRST_ROWS = 5_000;
const DELETIONS = 200_000;

const dialect = new PgDialect();

/** How many rows a batch has, by what those of the one before took. */
export function createBatchSize() {
  let rows = FIRST_ROWS;
  return {
    rows: () => rows,
    learn: (bytes: number, lines: number) => {
      if (lines > 0) rows = Math.max(100, Math.min(MOST_ROWS, Math.round((BATCH_BYTES * lines) / Math.max(bytes, 1))));
    },
  };
}

export type BatchSize = ReturnType<typeof createBatchSize>;

export interface Lines {
  /** As COPY writes them, which is how the engine reads them. null: there is none. */
  readonly lines: AsyncIterable<Uint8Array> | null;
  /** Once the lines have been read. */
  readonly count: () => { readonly lines: number; readonly bytes: number };
}

const NEWLINE = 10;
const CHUNK_BYTES = 64 * 1024;

/** Reads lines. They have to be read to their end before the connection does anything else. */
export async function readLines(client: ClientBase, query: SQL): Promise<Lines> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (params.length > 0) throw new Error('COPY takes no parameters');
  const rows = inLargerChunks(copyRows(client, `copy (${text}) to stdout`), CHUNK_BYTES);
  const counted = { lines: 0, bytes: 0 };
  const first = await rows.next();
  const passed = async function* (): AsyncGenerator<Uint8Array> {
    for (let next = first; next.done !== true; next = await rows.next()) {
      const chunk = next.value;
      counted.bytes += chunk.byteLength;
      // A line break within a value is escaped.
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) counted.lines += 1;
      yield chunk;
    }
  };
  return { lines: first.done === true ? null : passed(), count: () => counted };
}

interface Place {
  readonly epoch: string;
  readonly batch: number;
}

/** The columns of `changedRows`. */
export function changedColumns(definition: TableDefinition): readonly string[] {
  return ['epoch', 'batch', 'id', ...copiedColumns(definition).map(({ name }) => name)];
}

/** The next rows by the number of their last change, as lines of the stage. */
export function changedRows(definition: TableDefinition, { epoch, batch }: Place, after: number, limit: number): SQL {
  const cells = copiedColumns(definition).map(({ from }) => from);
  return sql`select ${literal(epoch)}, ${whole(batch)}, id, ${sql.join(cells, sql`, `)}
    from ${sql.identifier(databaseName(definition))} where changed_in > ${whole(after)} order by changed_in limit ${whole(limit)}`;
}

/** The columns of `deletions`. */
export const DELETION_COLUMNS = ['epoch', 'batch', 'id', 'changed_in'];

/** The next deletions, as lines of the stage that have nothing but an id. `changed_in` is the deletion's number. */
export function deletions(definition: TableDefinition, { epoch, batch }: Place, after: number): SQL {
  return sql`select ${literal(epoch)}, ${whole(batch)}, row_id, version
    from deleted_rows where table_name = ${literal(databaseName(definition))} and version > ${whole(after)}
    order by version limit ${whole(DELETIONS)}`;
}

/** Whether there may be deletions after those of a part. */
export function isFullPart(lines: number): boolean {
  return lines === DELETIONS;
}

export interface Moment {
  readonly version: number;
  /** Deletions up to this number are forgotten. */
  readonly forgotten: number;
  /** The last erasure of rows of the table. */
  readonly lastErasure: number;
  readonly state: CopyState | null;
}

/** Begins a transaction that sees one moment. The table is locked before, as `one-moment.ts` of the tables explains. */
export async function beginMoment(
  client: ClientBase,
  definition: TableDefinition,
  held: { id: string; token: string },
): Promise<Moment> {
  const name = databaseName(definition);
  await client.query('begin isolation level repeatable read');
  await client.query(`lock table "${name}" in access share mode`);
  await client.query(
    "select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
  );
  const { rows } = await client.query<Record<string, string | null>>(
    `select known.version, known.forgotten_version, copy.epoch, copy.version as copy_version, copy.mark, copy.deletions_to,
      (select coalesce(max(id), 0) from column_store_erasures where table_name = known.table_name) as last_erasure
     from table_versions known left join column_store_copies copy on copy.name = $2 and copy.lease_token = $3
     where known.table_name = $1`,
    [name, held.id, held.token],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`the table ${name} has no version`);
  return {
    version: Number(found.version),
    forgotten: Number(found.forgotten_version),
    lastErasure: Number(found.last_erasure),
    state:
      found.copy_version === null || found.copy_version === undefined
        ? null
        : {
            epoch: found.epoch ?? null,
            version: Number(found.copy_version),
            mark: Number(found.mark),
            deletionsTo: found.deletions_to === null || found.deletions_to === undefined ? null : Number(found.deletions_to),
          },
  };
}

/** As part of the statement. */
function literal(text: string): SQL {
  return sql.raw(`'${text.replaceAll("'", "''")}'`);
}

function whole(number: number): SQL {
  if (!Number.isSafeInteger(number)) throw new Error(`not a whole number: ${number}`);
  return sql.raw(String(number));
}
