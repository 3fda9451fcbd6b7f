/**
 * Which rows a large file has, from the column store: of the very version of the snapshot that the file is of, in the order of the
 * file. All ids are here before the first byte is sent, so a file that has begun does not depend on the column store.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ColumnReading, ColumnStore } from '../../column-store/column-store.ts';
import { answerAs, wholeCell } from '../../column-store/engine-answer.ts';
import { runAbortably } from '../../database/abortable-reads.ts';
import type { Database } from '../../database/database.ts';
import { databaseName } from '../../schema/data-table.ts';
import { engineRows, tablesOfFilters } from '../tables/filters/engine-rows.ts';
import { comparesTextsByBytes, engineOrder } from '../tables/list/engine-order.ts';
import { settleOrder } from '../tables/list/row-order.ts';
import type { ExportSnapshot } from './export-snapshot.ts';
import type { ExportChoice } from './export-sql.ts';
import { type RowSet, rowSetOf, segmentOf } from './row-set.ts';

export interface EngineExports {
  readonly columnStore: ColumnStore;
  readonly database: Database;
  /** PostgreSQL alone finds the rows of files with up to so many. */
  readonly smallFileRows: number;
}

interface LargeFile {
  readonly choice: ExportChoice;
  readonly signal?: AbortSignal | undefined;
}

/** So many ids take 16 MB. */
const MOST_IDS = 2_000_000;
/**
 * The largest part of the table whose rows are read by their ids. A scan of the whole table is cheaper from about a third on, and
 * its filter is then the smaller part of the work.
 */
const LARGEST_SHARE = 1 / 4;
const SEGMENT_BITS = 16;

const countSchema = z.tuple([z.tuple([wholeCell, wholeCell])]);
const idsSchema = z.array(z.tuple([wholeCell]));
const segmentsSchema = z.array(z.tuple([wholeCell, z.array(wholeCell)]));

/** In the order of the file. null: PostgreSQL has to find and sort the rows. @throws the signal's reason */
export function readFileIds(
  exports: EngineExports,
  snapshot: ExportSnapshot,
  file: LargeFile,
): Promise<readonly number[] | null> {
  return readInEngine(exports, snapshot, file, async ({ reading, rows, found, all }) => {
    const { definition, limit } = file.choice;
    if (Math.min(found, limit ?? found) > Math.min(MOST_IDS, all * LARGEST_SHARE)) return null;
    const order = engineOrder(definition, settleOrder(definition, file.choice), await comparesTextsByBytes(exports.database));
    if (order === null) return null;
    const first = limit === undefined ? sql`` : sql` limit ${limit}`;
    const ids: number[] = [];
    for await (const part of reading.stream(sql`select id ${rows} order by ${order.by}${first}`))
      for (const [id] of answerAs(idsSchema, part)) ids.push(id);
    return ids;
  });
}

/** The rows of a file in any order. null: PostgreSQL has to find them. @throws the signal's reason */
export async function readFileRows(exports: EngineExports, snapshot: ExportSnapshot, file: LargeFile): Promise<RowSet | null> {
  if (file.choice.limit !== undefined) {
    const ids = await readFileIds(exports, snapshot, file);
    return ids === null ? null : rowSetOf(ids);
  }
  return readInEngine(exports, snapshot, file, async ({ reading, rows }) => {
    const bits = sql.raw(String(SEGMENT_BITS));
    const offsets = sql`groupArray(toUInt16(bitAnd(id, bitShiftLeft(1, ${bits}) - 1)))`;
    const segments = new Map<number, Uint8Array>();
    for await (const part of reading.stream(
      sql`select bitShiftRight(id, ${bits}) as segment, ${offsets} ${rows} group by segment`,
    ))
      for (const [segment, found] of answerAs(segmentsSchema, part)) segments.set(segment, segmentOf(found));
    return segments;
  });
}

interface FoundRows {
  readonly reading: ColumnReading;
  /** `from … where …` of the rows. */
  readonly rows: SQL;
  /** How many they are. */
  readonly found: number;
  /** Rows of the whole table. */
  readonly all: number;
}

async function readInEngine<Result>(
  { columnStore, database, smallFileRows }: EngineExports,
  snapshot: ExportSnapshot,
  { choice: { definition, filters, ids, limit }, signal }: LargeFile,
  read: (found: FoundRows) => Promise<Result | null>,
): Promise<Result | null> {
  if (ids !== undefined || (limit ?? Number.POSITIVE_INFINITY) <= smallFileRows) return null;
  const definitions = tablesOfFilters(definition, filters);
  const work = () =>
    columnStore.read('export', definitions, async (reading) => {
      if (!(await isOfSnapshot(snapshot, definitions, reading))) return null;
      const rows = await engineRows(database, reading, definition, filters);
      if (rows === null) return null;
      const all = sql`(select count() from ${reading.tableOf(definition)} where ${reading.isVisible(definition)})`;
      const [[found, total]] = answerAs(countSchema, await reading.rows(sql`select count(), ${all} ${rows}`));
      return found > smallFileRows ? read({ reading, rows, found, all: total }) : null;
    });
  return signal === undefined ? work() : runAbortably(signal, work);
}

/** Whether both are of the same versions of the tables. */
async function isOfSnapshot(
  snapshot: ExportSnapshot,
  definitions: readonly TableDefinition[],
  reading: ColumnReading,
): Promise<boolean> {
  const versions = await snapshot.readVersions();
  return definitions.every((definition) => versions.get(databaseName(definition)) === reading.versionOf(definition));
}
