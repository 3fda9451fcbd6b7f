/**
 * What an account keeps about the rows of a page, as `my` of each. Pages are cached for all accounts with empty marks; those
 * of an account that keeps something are put in when its answer is sent, and never stay in a cache.
 */
import { batchReads } from '../../../database/batched-reads.ts';
import type { Database } from '../../../database/database.ts';
import type { ListAnswer } from '../../../http/list-page.ts';
import { type MyTableRows, readMarks, readMyVersions } from './my-rows.repository.ts';

/** Ends each row of a written page. No cell can hold it: quotes within texts are escaped. */
const EMPTY = ',"my":{"tags":[],"lists":[],"notes":0}}';
const ROW_START = /(?:^\{"data":\[|^,)\{"id":(\d+)/;

/** @param row a JSON object */
export function withEmptyMarks(row: string): string {
  return row.slice(0, -1) + EMPTY;
}

export function createMyState(database: Database) {
  return batchReads((wanted: readonly MyTableRows[]) => readMyVersions(database, wanted));
}

export async function markAnswer(
  database: Database,
  rows: MyTableRows,
  version: number,
  answer: ListAnswer,
): Promise<ListAnswer> {
  if (version === 0) return answer;
  const parts = answer.text.split(EMPTY);
  const ids = parts.slice(0, -1).map((part) => Number(ROW_START.exec(part)?.[1]));
  if (ids.length === 0) return answer;
  const marks = await readMarks(database, rows, ids);
  const marked = parts.map((part, index) => {
    const id = ids[index];
    if (id === undefined) return part;
    const { tags = [], lists = [], notes = 0 } = marks.get(id) ?? {};
    return `${part},"my":${JSON.stringify({ tags, lists, notes })}}`;
  });
  return { ...answer, text: marked.join('') };
}
