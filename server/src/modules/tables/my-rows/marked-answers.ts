/**
 * What a workspace keeps about the rows of a page, as `my` of each. Pages are cached for all accounts with empty marks;
 * those that a member sees are inserted when its response is sent. Marks are cached by the version of what
 * the account keeps, which each request reads from the database, so they never outlive a change (record 0062).
 */
import { type BoundedCache, createBoundedCache } from '../../../cache/bounded-cache.ts';
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import type { ListAnswer } from '../../../http/list-page.ts';
import { type MemberRows, type MyTableRows, readMarks, readMyVersions } from './my-rows.repository.ts';

/** Ends each row of a written page. No cell can hold it: quotes within texts are escaped. */
const EMPTY = ',"my":{"tags":[],"lists":[],"notes":0}}';
const ROW_START = /(?:^\{"data":\[|^,)\{"id":(\d+)/;
/** Characters of the marks of all cached pages, with their names. */
const ALL_MARKS_LIMIT = 8 * 1024 * 1024;

/** Marks of one page: the end of each row's text. Rows without marks are absent. */
interface PageMarks {
  readonly endings: ReadonlyMap<number, string>;
  /** Characters, with the name of the page. */
  readonly size: number;
}

/** @param row a JSON object */
export function withEmptyMarks(row: string): string {
  return row.slice(0, -1) + EMPTY;
}

export function createMyState(database: Database) {
  return batchReads((wanted: readonly MyTableRows[]) => readMyVersions(database, wanted));
}

/** @param database where the version of what accounts keep is newest: marks of an older state would stay under a newer version */
export function createMarkedAnswers(
  database: Database,
  cache: BoundedCache<PageMarks> = createBoundedCache(ALL_MARKS_LIMIT, ({ size }) => size),
) {
  /** Marks are read after the version, so they are of that version or a later one, which the next request will know. */
  async function endingsOf(rows: MemberRows, version: number, ids: readonly number[]): Promise<PageMarks['endings']> {
    const page = `${rows.workspaceId} ${rows.accountId} ${rows.tableName} ${version} ${ids.join(',')}`;
    const known = cache.get(page);
    if (known !== undefined) return known.endings;
    const endings = new Map<number, string>();
    let size = page.length;
    for (const [id, { tags, lists, notes }] of await readMarks(database, rows, ids)) {
      const ending = `,"my":${JSON.stringify({ tags, lists, notes })}}`;
      endings.set(id, ending);
      size += ending.length;
    }
    cache.set(page, { endings, size });
    return endings;
  }

  /** @param version of what the account keeps about the table, read after the request arrived; 0: nothing */
  return async (rows: MemberRows, version: number, answer: ListAnswer): Promise<ListAnswer> => {
    if (version === 0) return answer;
    const parts = answer.text.split(EMPTY);
    const ids = parts.slice(0, -1).map((part) => Number(ROW_START.exec(part)?.[1]));
    if (ids.length === 0) return answer;
    const endings = await endingsOf(rows, version, ids);
    const text = ids.map((id, index) => `${parts[index]}${endings.get(id) ?? EMPTY}`).join('') + parts[ids.length];
    return { ...answer, text };
  };
}
