/**
 * What leaves a copy for good: rows of erasures, and versions that nobody reads any more. Before anything is removed the engine notes
 * up to which version rows may then lack, so that a copy that would have to go back further is built anew.
 */
import { sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { columnStoreCopies as copies, columnStoreErasures as erasures } from '../schema/column-store.table.ts';
import type { EngineCell } from './column-store.ts';
import { wordColumns } from './copy-statements.ts';
import { settleErasures } from './erasures.repository.ts';
import type { CopyFeed } from './feed-copy.ts';

/** Rows of one statement. */
const IDS_AT_ONCE = 500;
const ERASURES_AT_ONCE = 50;
const LONGEST_SECONDS = 3_600;
/** Below this share, closed rows wait for a day: removing them rewrites whole parts. */
const WORTH_PURGING = 0.01;

interface RemovalTimes {
  /** An answer that reads a version has several statements, so what it reads stays for so long. */
  readonly readingSeconds: number;
  readonly keepSeconds: number;
}

/** Rows are removed, but the engine still has files that it replaced. */
export interface Erasing {
  readonly to: number;
  readonly at: string;
}

/**
 * Removes what the copy still has of erasures that it shows. Called again and again until it returns null.
 * @returns what is under way, to be given back; null: nothing
 */
export async function eraseDue(
  connection: Connection,
  feed: CopyFeed,
  { readingSeconds }: RemovalTimes,
  erasing: Erasing | null,
): Promise<Erasing | null> {
  const { engine, say, held, state, signal, definition } = feed;
  if (erasing !== null) {
    const [[left] = []] = await engine.rows(say.replacedBefore(erasing.at), { signal, seconds: LONGEST_SECONDS });
    if (Number(left) > 0) return erasing;
    await connection.execute(sql`
      update ${copies} set erased_to = ${erasing.to} where name = ${held.id} and lease_token = ${held.token} and erased_to < ${erasing.to}`);
    await settleErasures(connection);
    return null;
  }
  const { rows: due } = await connection.execute<{ id: string; row_ids: string[]; version: string }>(sql`
    select erased.id, erased.row_ids::text[], erased.version from ${erasures} erased join ${copies} copy on copy.name = ${held.id}
    where erased.table_name = ${held.tableName} and erased.id > copy.erased_to and erased.version <= ${state.version}
    order by erased.id limit ${ERASURES_AT_ONCE}`);
  const last = due.at(-1);
  if (last === undefined) return null;
  const isShown = await engine.rows(say.isShownFor(Number(last.version), readingSeconds), { signal, seconds: LONGEST_SECONDS });
  if (isShown[0]?.[0] !== 1) return null;
  await engine.run(say.notePurge(state.version), { signal, seconds: LONGEST_SECONDS });
  const ids = due.flatMap((erasure) => erasure.row_ids.map(Number));
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    // The words first: they are found by the rows.
    for (const column of wordColumns(definition))
      await engine.run(say.eraseWords(column, some), { signal, seconds: LONGEST_SECONDS });
    await engine.run(say.eraseRows(some), { signal, seconds: LONGEST_SECONDS });
  }
  const [[now] = []] = await engine.rows(say.now(), { signal, seconds: LONGEST_SECONDS });
  return { to: Number(last.id), at: String(now) };
}

/**
 * Removes versions that were replaced before `COLUMN_STORE_KEEP`, and that no answer reads any more.
 * @param isDue whether also few of them are worth it
 */
export async function purge(feed: CopyFeed, { readingSeconds, keepSeconds }: RemovalTimes, isDue: boolean): Promise<void> {
  const { engine, say, signal, state } = feed;
  const kept = Math.max(keepSeconds, readingSeconds);
  const [found = []] = await engine.rows(say.purgeable(kept), { signal, seconds: LONGEST_SECONDS });
  const [version = 0, closed = 0, rows = 0] = found.map((cell: EngineCell) => Number(cell));
  // Nothing above what PostgreSQL vouches for was ever shown.
  if (version <= state.version && closed > 0 && (isDue || closed >= rows * WORTH_PURGING)) {
    await engine.run(say.notePurge(version), { signal, seconds: LONGEST_SECONDS });
    await engine.run(say.purge(version), { signal, seconds: LONGEST_SECONDS });
  }
  for (const statement of say.forgetBefore(state.mark, state.version))
    await engine.run(statement, { signal, seconds: LONGEST_SECONDS });
}
