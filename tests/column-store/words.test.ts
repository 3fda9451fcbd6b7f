/**
 * Rows are found by their words while a table is written and its feeders come and go: at times by the index alone, at times beside
 * patches. Every answer is that of the table at the version that was read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { wordsOf } from '@leadloom/server/column-store/copied-columns';
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { createRandom } from '@leadloom/server/testing/questions/random';
import { addRows } from '@leadloom/server/testing/table-rows';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const SEED = 139;
const ROWS = 400;
const WRITES = thoroughOr(1_000, 60);
const WORD = 'sought';

let feeding: Feeding;
beforeAll(async () => {
  feeding = await openFeeding({ restMilliseconds: 20 });
  const rows = Array.from({ length: ROWS }, (_, at) => ({ ...generalRow(companies, 1, at), sources: ['file'] }));
  await addRows(feeding.database, companies, rows);
});
afterAll(() => feeding.close());

it(`finds rows by their words through ${WRITES} writes`, { timeout: 3_600_000 }, async () => {
  const random = createRandom(SEED);
  const { database } = feeding;
  const log = { warn: () => undefined, info: () => undefined };
  const limits = { statementSeconds: 60, soonMilliseconds: 20_000 };
  const { store, close } = openColumnStore({ settings: feeding.settings, database, log, limits });
  /** How many rows have the word, by the versions of the table. */
  const expected = new Map<number, number>();
  const write = (statement: string) =>
    database.transaction(async (transaction) => {
      await transaction.execute(sql.raw(statement));
      const { rows } = await transaction.execute<{ version: string; found: string }>(
        sql`select (select version from table_versions where table_name = 'companies'),
          (select count(*) from companies where city = ${WORD}) as found`,
      );
      return expected.set(Number(rows[0]?.version), Number(rows[0]?.found));
    });
  const seen = { answered: 0, byIndexAlone: 0, left: 0 };
  const wrong: string[] = [];
  let isOver = false;

  const writing = async () => {
    for (let count = 0; count < WRITES; count += 1) {
      const share = `id % ${random.below(40) + 2} = 0`;
      const changed = random.pick([`city = '${WORD}'`, "city = 'elsewhere'", 'employee_count = coalesce(employee_count, 0) + 1']);
      await write(`update companies set ${changed} where ${share}`);
      // The next one comes at once, when the copy has followed, or when it has come to rest.
      const before = { ...seen };
      const follows = random.pick(['at once', 'answered', 'byIndexAlone'] as const);
      if (follows === 'at once') await sleep(random.below(100));
      else await expect.poll(() => seen[follows], { timeout: 60_000, interval: 5 }).toBeGreaterThan(before[follows]);
    }
    isOver = true;
  };
  const feed = async () => {
    while (!isOver) {
      const feeder = feeding.startFeeder();
      const until = Date.now() + 2_000 + random.below(8_000);
      while (!isOver && Date.now() < until) {
        await feeder.look();
        await sleep(20);
      }
      await feeder.close();
    }
  };
  const words = sql.identifier(wordsOf(companies.filters.find(({ kind }) => kind === 'search')?.key ?? ''));
  const reading = async () => {
    while (!isOver) {
      const answer = await store.read('total', [companies], async (copy) => {
        const rows = await copy.rows(sql`
          select toInt32(count()), toInt32(any(getSetting('query_plan_direct_read_from_text_index')))
          from ${copy.tableOf(companies)} where ${copy.isVisible(companies)} and has(${words}, ${WORD})`);
        return { version: copy.versionOf(companies), found: rows[0]?.[0], isByIndexAlone: rows[0]?.[1] === 1 };
      });
      if (answer === null) seen.left += 1;
      else {
        seen.answered += 1;
        if (answer.isByIndexAlone) seen.byIndexAlone += 1;
        // The version may be told before the writer knows that it has committed.
        await expect.poll(() => expected.has(answer.version)).toBe(true);
        if (expected.get(answer.version) !== answer.found)
          wrong.push(JSON.stringify({ ...answer, should: expected.get(answer.version) }));
      }
      await sleep(random.below(40));
    }
  };
  await write(`update companies set city = '${WORD}' where id % 3 = 0`);
  await Promise.all([writing(), feed(), reading(), reading(), reading()]);
  await close();
  expect(wrong.slice(0, 20), `${wrong.length} wrong`).toEqual([]);
  expect(seen.byIndexAlone, JSON.stringify(seen)).toBeGreaterThan(WRITES / 6);
  expect(seen.answered - seen.byIndexAlone, JSON.stringify(seen)).toBeGreaterThan(0);
});
