/** The rows of an import before they are in their table: a temporary table without indexes of their cells, filled by COPY. */
import { finished } from 'node:stream/promises';
import type { CellValue, TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import copyStreams from 'pg-copy-streams';
import { databaseName } from '../../../schema/data-table.ts';
import { copyLine } from './copy-line.ts';
import type { ImportSession } from './import-session.ts';

export const STAGED = sql.identifier('import_rows');
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

export interface StagingWriter {
  /**
   * Resolves once the previous rows are sent, so that preparing and storing run in parallel.
   * @param lines as `stagedLines` writes them
   */
  write(lines: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Ends it after an error; never rejects. */
  abandon(): Promise<void>;
}

/** Rows as COPY reads them. */
export function stagedLines(rows: readonly StagedRow[]): Buffer {
  // The lines are appended to one text: an array of lines takes a fifth longer.
  let text = '';
  for (const { line, nextKey, canonicalKey, needsEscape, cells } of rows)
    text += `${line}\t${copyLine([nextKey, canonicalKey, needsEscape])}\t${copyLine(cells)}\n`;
  return Buffer.from(text);
}

/** A column that staged rows have and their table does not. */
export interface StagedColumn {
  readonly name: string;
  readonly type: 'text' | 'date' | 'bigint' | 'boolean';
}

/** @param columns of the table, in the order of the cells @param added their cells come behind those of the table's columns */
export async function openStaging(
  { client, connection }: ImportSession,
  definition: TableDefinition,
  columns: readonly string[],
  added: readonly StagedColumn[] = [],
): Promise<StagingWriter> {
  const names = [...OWN_COLUMNS, ...columns].map((column) => sql`${sql.identifier(column)}`);
  const others = added.map(({ name, type }) => sql`null::${sql.raw(type)} as ${sql.identifier(name)}`);
  const list = sql.join([...names, ...others], sql`, `);
  await connection.execute(
    sql`create temporary table ${STAGED} as select 0::bigint as line, null::text as next_key, ${list} from ${sql.identifier(databaseName(definition))} with no data`,
  );
  const copied = [...OWN_COLUMNS, ...columns, ...added.map(({ name }) => name)]
    .map((column) => client.escapeIdentifier(column))
    .join(', ');
  const stream = client.query(copyStreams.from(`copy import_rows (${ADDED_COLUMNS}, ${copied}) from stdin`));
  const ended = finished(stream);
  ended.catch(() => undefined);
  let writing: Promise<void> = Promise.resolve();

  function send(lines: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    stream.write(lines, () => resolve());
    return promise;
  }
  // A broken connection calls no callback; only the end of the stream reports it.
  const untilSent = () => Promise.race([writing, ended]);
  return {
    write: async (lines) => {
      await untilSent();
      if (lines.length > 0) writing = send(lines);
    },
    end: async () => {
      await untilSent();
      stream.end();
      await ended;
    },
    abandon: async () => {
      stream.destroy(new Error('the import was broken off'));
      await ended.catch(() => undefined);
    },
  };
}
