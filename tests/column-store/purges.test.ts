/** Versions that were replaced are removed from a copy, once nobody reads them any more. */
import { addCopies, takeCopies } from '@leadloom/server/column-store/copies.repository';
import { createDatabase, type Layout } from '@leadloom/server/column-store/copy-ddl';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { createBatchSize } from '@leadloom/server/column-store/feed-batch';
import { type CopyFeed, feedBatch, takeOver } from '@leadloom/server/column-store/feed-copy';
import { purge } from '@leadloom/server/column-store/feed-removals';
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { addRows } from '@leadloom/server/testing/table-rows';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const { companies } = tables;
const ROWS = 200;
const HOUR = 3_600;

describe('purging a copy', () => {
  let feeding: Feeding;
  let feed: CopyFeed;
  let feedAll: () => Promise<number>;
  let closeFeed: () => void;
  const run = async (statement: ReturnType<typeof sql>) => (await feeding.database.execute(statement)).rows;

  beforeEach(async () => {
    feeding = await openFeeding();
    const { database, databases, engine } = feeding;
    const layout: Layout = { database: engine.access.database, cluster: null, isReplicated: false };
    await engine.client.run({ text: createDatabase(layout), parameters: {} });
    await addCopies(database, [{ name: copyName(companies), tableName: 'companies' }]);
    const [held] = await takeCopies(database, [copyName(companies)], '00000000-0000-4000-8000-000000000001', 1);
    if (held === undefined) throw new Error('the copy was not taken');
    const client = await databases.direct.$client.connect();
    closeFeed = () => client.release();
    const { signal } = new AbortController();
    feed = await takeOver(client, {
      engine: engine.client,
      layout,
      held,
      definition: companies,
      size: createBatchSize(),
      signal,
    });
    feedAll = async () => {
      while (await feedBatch(client, feed));
      return feed.state.version;
    };
    await addRows(
      database,
      companies,
      Array.from({ length: ROWS }, (_, at) => ({ ...generalRow(companies, 1, at), sources: ['file'] })),
    );
    await feedAll();
  });
  afterEach(async () => {
    closeFeed();
    await feeding.close();
  });

  /** Closes some rows, and says since when it is known. */
  async function replace(where: ReturnType<typeof sql>, secondsAgo: number): Promise<number> {
    await run(sql`update companies set city = 'Replaced' where ${where}`);
    const version = await feedAll();
    await feeding.engine.client.run({
      text: `alter table reached update at = now64(3) - ${secondsAgo} where version = ${version} settings mutations_sync = 2`,
      parameters: {},
    });
    return version;
  }
  /** Rows that the copy has of all versions, and of one. */
  const stored = async () => Number((await feeding.ask(`select count() from ${feeding.table(companies)}`))[0]?.[0]);
  const ofVersion = async (version: number) =>
    Number(
      (
        await feeding.ask(
          `select count() from ${feeding.table(companies)} where since <= {version:UInt64} and until > {version:UInt64}`,
          {
            version: String(version),
          },
        )
      )[0]?.[0],
    );

  it('removes what was replaced before the time that is kept, and nothing that was replaced later', async () => {
    const first = feed.state.version;
    const old = await replace(sql`id % 2 = 0`, 2 * HOUR);
    const recent = await replace(sql`id % 5 = 0`, HOUR / 2);
    expect(await stored()).toBe(ROWS + ROWS / 2 + ROWS / 5);
    await purge(feed, { keepSeconds: HOUR, readingSeconds: 60 }, false);
    expect(await stored()).toBe(ROWS + ROWS / 5);
    expect([await ofVersion(old), await ofVersion(recent)]).toEqual([ROWS, ROWS]);
    expect(await ofVersion(first)).toBe(ROWS / 2);
    await purge(feed, { keepSeconds: HOUR / 4, readingSeconds: 60 }, false);
    expect(await stored()).toBe(ROWS);
    expect(await ofVersion(recent)).toBe(ROWS);
  });

  it('keeps what an answer may still read, however short the time is that is kept', async () => {
    const read = feed.state.version;
    await replace(sql`id % 2 = 0`, 30);
    await purge(feed, { keepSeconds: 1, readingSeconds: 60 }, true);
    expect(await ofVersion(read)).toBe(ROWS);
    await purge(feed, { keepSeconds: 1, readingSeconds: 20 }, true);
    expect(await ofVersion(read)).toBe(ROWS / 2);
  });

  it('lets few rows wait until it is due', async () => {
    await replace(sql`id = 7`, 2 * HOUR);
    await purge(feed, { keepSeconds: HOUR, readingSeconds: 60 }, false);
    expect(await stored()).toBe(ROWS + 1);
    await purge(feed, { keepSeconds: HOUR, readingSeconds: 60 }, true);
    expect(await stored()).toBe(ROWS);
  });

  it('a version that was removed is not read, and a copy that would have to go back to it is built anew', async () => {
    const opened = openColumnStore({
      settings: feeding.settings,
      database: feeding.database,
      log: { warn: () => undefined, info: () => undefined },
      limits: { statementSeconds: 60, soonMilliseconds: 20_000 },
    });
    const names = () =>
      opened.store.read('total', [companies], (reading) =>
        reading.rows(sql`select id, name from ${reading.tableOf(companies)} where ${reading.isVisible(companies)} order by id`),
      );
    const inTable = async () =>
      (await run(sql`select id::text, name from companies order by companies.id`)).map(({ id, name }) => [id, name]);
    const [vouched] = await run(sql`select epoch, version, mark, deletions_to from column_store_copies`);
    await run(sql`create table kept as select * from companies`);
    await replace(sql`id % 2 = 0`, 2 * HOUR);
    expect(await names()).toEqual(await inTable());
    await purge(feed, { keepSeconds: HOUR, readingSeconds: 60 }, false);
    closeFeed();

    // What a replica is like that is promoted and lacks the last commits.
    await run(sql`alter table companies disable trigger user`);
    await run(sql`delete from companies`);
    await run(sql`insert into companies overriding system value select * from kept`);
    await run(sql`alter table companies enable trigger user`);
    await run(sql`update table_versions set version = ${vouched?.version} where table_name = 'companies'`);
    await run(sql`update column_store_copies set version = ${vouched?.version}, mark = ${vouched?.mark},
      deletions_to = ${vouched?.deletions_to}, lease_until = null, lease_token = null`);
    await expect.poll(names).toBeNull();
    const behind = await opened.registry.getSingleMetric('column_store_reads_total')?.get();
    expect(behind?.values.find(({ labels }) => labels.by === 'behind')?.value).toBeGreaterThan(0);
    const feeder = feeding.startFeeder();
    await expect
      .poll(
        async () => {
          await feeder.look();
          return names();
        },
        { timeout: 60_000 },
      )
      .toEqual(await inTable());
    await opened.close();
    closeFeed = () => undefined;
  });
});
