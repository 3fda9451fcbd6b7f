/** The rows of an import before they are in their table: a temporary table without indexes of their cells, filled by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CellValue, TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import copyStreams from 'pg-copy-streams';
import { databaseName } from '../../../schema/data-table.ts';
import { copyLine } from './copy-line.ts';
import type { ImportSession } from './import-session.ts';
import { createLineQueue } from './line-queue.ts';

export const STAGED = sql.identifier('import_rows');
/** The number of the part that a row was stored with. */
export const PART = sql.identifier('import_part');
const PART_SETTING = sql.raw(`'leadloom.import_part'`);
/**
 * Columns of staged rows in addition to the table's own. The line distinguishes rows with the same key: the
 * later one wins.
 */
const OWN_COLUMNS = ['canonical_key', 'needs_escape'] as const;
/** Columns that only staged rows have, first of all. */
const ADDED_COLUMNS = 'line, next_key';

export interface StagedRow {
  readonly line: number;
  readonly canonicalKey: string;
  readonly nextKey: string | null;
  readonly needsEscape: boolean;
  readonly cells: readonly CellValue[];
}

export interface StagingOptions {
  /**
   * Called after every part of the rows, while no other statement runs on the connection, unless the first part is the last one
   * and not whole. Rows of several parts have the number of theirs, from 1. Without it, all rows are one part.
   */
  readonly onStored?: ((part: number) => Promise<void>) | undefined;
  /** A part has as many bytes, or a few more: 8 MiB where absent. */
  readonly partBytes?: number | undefined;
}

export interface StagingWriter {
  /**
   * Resolves while the rows are being sent, so that preparing and storing run in parallel.
   * @param lines as `stagedLines` writes them
   */
  write(lines: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Ends it after an error; never rejects. */
  abandon(): Promise<void>;
}

/** Rows as COPY reads them. */
export function stagedLines(rows: readonly StagedRow[]): Buffer {
  // One text that grows: an array of lines takes a fifth longer.
  let text = '';
  for (const { line, nextKey, canonicalKey, needsEscape, cells } of rows)
    text += `${line}\t${copyLine([nextKey, canonicalKey, needsEscape])}\t${copyLine(cells)}\n`;
  return Buffer.from(text);
}

/** About as many rows as are prepared in half a second. */
const PART_BYTES = 8 * 1024 * 1024;

/** @param columns of the table, in the order of the cells */
export async function openStaging(
  { client, connection }: ImportSession,
  definition: TableDefinition,
  columns: readonly string[],
  { onStored, partBytes = PART_BYTES }: StagingOptions = {},
): Promise<StagingWriter> {
  const names = [...OWN_COLUMNS, ...columns].map((column) => sql.identifier(column));
  const list = sql.join(names, sql`, `);
  await connection.execute(
    sql`create temporary table ${STAGED} as select 0::bigint as line, null::text as next_key, ${list} from ${sql.identifier(databaseName(definition))} with no data`,
  );
  const copied = [...OWN_COLUMNS, ...columns].map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = `copy import_rows (${ADDED_COLUMNS}, ${copied}) from stdin`;
  const queue = createLineQueue();
  const abandoned = new AbortController();

  const limit = onStored === undefined ? Number.POSITIVE_INFINITY : partBytes;
  let hasWholePart = false;

  async function* nextPart(first: Buffer): AsyncGenerator<Buffer> {
    let bytes = 0;
    for (let lines: Buffer | null = first; lines !== null; lines = await queue.take()) {
      yield lines;
      bytes += lines.length;
      if (bytes < limit) continue;
      hasWholePart = true;
      return;
    }
  }

  async function store(): Promise<void> {
    for (let first = await queue.take(), part = 1; first !== null; first = await queue.take(), part += 1) {
      if (part > 1) await connection.execute(sql`select set_config(${PART_SETTING}, ${String(part)}, false)`);
      await pipeline(Readable.from(nextPart(first)), client.query(copyStreams.from(copy)), { signal: abandoned.signal });
      if (!hasWholePart) continue;
      if (part === 1) await numberParts(connection);
      await onStored?.(part);
    }
  }
  const stored = store();
  stored.catch(() => undefined);

  return {
    // A broken connection takes no more lines; only the end of the storing reports it.
    write: (lines) => (lines.length === 0 ? Promise.resolve() : Promise.race([queue.put(lines), stored])),
    end: async () => {
      queue.end();
      await stored;
    },
    abandon: async () => {
      queue.end();
      abandoned.abort(new Error('the import was broken off'));
      await stored.catch(() => undefined);
    },
  };
}

/**
 * Gives the rows that are there the number 1, and later ones that of the setting. Only where there are several parts, because
 * most files are small. The place of a row would not tell: the database fills pages that have room before it adds new ones.
 */
async function numberParts(connection: ImportSession['connection']): Promise<void> {
  await connection.execute(sql`alter table ${STAGED} add column ${PART} integer default 1`);
  await connection.execute(sql`alter table ${STAGED} alter column ${PART} set default current_setting(${PART_SETTING})::integer`);
  await connection.execute(sql`create index on ${STAGED} (${PART})`);
}
