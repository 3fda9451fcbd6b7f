import { setTimeout as sleep } from 'node:timers/promises';
import { haveRebuilt } from '@leadloom/server/column-store/copies.repository';
import { tableIn } from '@leadloom/server/column-store/copy-ddl';
import { copyName, wordsName } from '@leadloom/server/column-store/copy-names';
import { forgetDeletionsBefore } from '@leadloom/server/modules/tables/changes/deleted-rows.repository';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { addRows } from '@leadloom/server/testing/table-rows';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const { companies } = tables;
/** A feeder renews its lease every four seconds. */
const UNTIL_RENEWED = 6_000;

const invented = (definition: TableDefinition, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ ...generalRow(definition, 1, from + at), sources: ['file'] }));

describe('feeding a copy', () => {
  let feeding: Feeding;
  beforeEach(async () => {
    feeding = await openFeeding();
  });
  afterEach(() => feeding.close());

  const run = async (statement: ReturnType<typeof sql>) => (await feeding.database.execute(statement)).rows;
  const idsInPostgres = async () => (await run(sql`select id::text from companies order by companies.id`)).map(({ id }) => id);
  const idsInCopy = async () => (await feeding.askCopy(companies, 'arraySort(groupArray(id))'))?.[0]?.[0];

  it('rows that are added, changed and deleted are so in the copy at its next version', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 500));
    await feeding.untilFed(feeder, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
    await run(sql`update companies set name = name || ' changed' where id % 3 = 0`);
    await run(sql`delete from companies where id % 7 = 0`);
    await addRows(feeding.database, companies, invented(companies, 10, 500));
    await feeding.untilFed(feeder, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
    const [changed] = await run(sql`select count(*)::int from companies where name like '% changed'`);
    expect(await feeding.askCopy(companies, 'toInt32(count())', "endsWith(name, ' changed')")).toEqual([[changed?.count]]);
    await run(sql`truncate companies`);
    await addRows(feeding.database, companies, invented(companies, 3, 600));
    await feeding.untilFed(feeder, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
    expect(feeding.failures).toEqual([]);
  });

  it('a feeder whose lease ended, and who takes the copy again, goes on with it', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 20));
    await feeding.untilFed(feeder, companies);
    // As while the database was away. What fed the copy here before learns of it when it renews its lease.
    const token = async () => (await run(sql`select lease_token from column_store_copies`))[0]?.lease_token;
    const before = await token();
    await vi.waitFor(async () => {
      await run(sql`update column_store_copies set lease_until = now() - interval '1 second'`);
      await feeder.look();
      expect(await token()).not.toBe(before);
    });
    await sleep(UNTIL_RENEWED);
    await addRows(feeding.database, companies, invented(companies, 5, 20));
    await feeding.untilFed(feeder, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
  });

  it('a copy that PostgreSQL no longer vouches for is rolled back to what it does', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 50));
    await feeding.untilFed(feeder, companies);
    const vouched = await run(sql`select epoch, version, mark, deletions_to from column_store_copies`);
    const versionBefore = await run(sql`select version from table_versions where table_name = 'companies'`);
    await run(sql`create table kept as select * from companies`);
    await run(sql`update companies set name = 'lost' where id <= 10`);
    await run(sql`delete from companies where id between 20 and 30`);
    await addRows(feeding.database, companies, invented(companies, 5, 50));
    await feeding.untilFed(feeder, companies);
    await feeder.close();

    // What a replica is like that is promoted and lacks the last commits: rows, numbers and what was vouched for are as before.
    await run(sql`alter table companies disable trigger user`);
    await run(sql`delete from companies`);
    await run(sql`insert into companies overriding system value select * from kept`);
    await run(sql`alter table companies enable trigger user`);
    await run(sql`delete from deleted_rows`);
    await run(sql`delete from row_changes`);
    await run(sql`update table_versions set version = ${versionBefore[0]?.version} where table_name = 'companies'`);
    const { epoch, version, mark, deletions_to: deletionsTo } = vouched[0] ?? {};
    await run(
      sql`update column_store_copies set epoch = ${epoch}, version = ${version}, mark = ${mark}, deletions_to = ${deletionsTo}`,
    );
    expect(await feeding.readable(companies)).toBeNull();

    const next = feeding.startFeeder();
    await feeding.untilFed(next, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
    expect(await feeding.askCopy(companies, 'toInt32(count())', "name = 'lost'")).toEqual([[0]]);
    await run(sql`select setval('table_changes', ${Number(version)}::bigint)`);
    await run(sql`update companies set name = 'again' where id <= 3`);
    await feeding.untilFed(next, companies);
    expect(await feeding.askCopy(companies, 'toInt32(count())', "name = 'again'")).toEqual([[3]]);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
    expect(feeding.failures).toEqual([]);
  });

  it('a copy is built anew where the engine lost it, and where the operator says so', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 20));
    await feeding.untilFed(feeder, companies);
    await feeder.close();
    await feeding.engine.client.run({ text: `drop table ${feeding.table(companies)} sync`, parameters: {} });
    // Nobody may take the new table, which is empty at first, for the copy that was published.
    const next = feeding.startFeeder();
    const isRight = async () => {
      await next.look();
      const ids = await idsInCopy().catch(() => null);
      if (ids !== undefined && ids !== null) expect(ids).toEqual(await idsInPostgres());
      return ids !== undefined && ids !== null;
    };
    await expect.poll(isRight, { timeout: 60_000, interval: 5 }).toBe(true);
    await feeding.engine.client.run({ text: `truncate table ${feeding.engine.access.database}.marks`, parameters: {} });
    await run(sql`update companies set name = 'changed' where id = 1`);
    await expect.poll(isRight, { timeout: 60_000, interval: 5 }).toBe(true);
    await haveRebuilt(feeding.database, copyName(companies));
    expect(await feeding.readable(companies)).toBeNull();
    await feeding.untilFed(next, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
  });

  it('deletions that are forgotten before the copy knew them have it built anew', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 20));
    await feeding.untilFed(feeder, companies);
    await feeder.close();
    await run(sql`delete from companies where id <= 5`);
    await forgetDeletionsBefore(feeding.database, new Date(Date.now() + 3_600_000));
    const next = feeding.startFeeder();
    await feeding.untilFed(next, companies);
    expect(await idsInCopy()).toEqual(await idsInPostgres());
  });

  it('an engine that is away is said once, not for each table', async () => {
    await feeding.close();
    feeding = await openFeeding({ settings: { COLUMN_STORE_FROM: '0', CLICKHOUSE_URL: 'http://127.0.0.1:1' } });
    const feeder = feeding.startFeeder();
    const untried = async () => {
      await feeder.look();
      return (await run(sql`select count(*)::int from column_store_copies where error is null`))[0]?.count;
    };
    await expect.poll(untried).toBe(0);
    expect(await run(sql`select count(*)::int from column_store_copies`)).toEqual([{ count: Object.keys(tables).length }]);
    expect(feeding.failures).toHaveLength(1);
  });

  it('two feeders at once feed one after the other', async () => {
    const feeders = [feeding.startFeeder(), feeding.startFeeder()] as const;
    await addRows(feeding.database, companies, invented(companies, 20));
    await Promise.all(feeders.map((feeder) => feeding.untilFed(feeder, companies)));
    const [holder] = await run(sql`select epoch from column_store_copies`);
    await run(sql`update companies set name = 'x' where id = 1`);
    await Promise.all(feeders.map((feeder) => feeding.untilFed(feeder, companies)));
    expect(await run(sql`select epoch from column_store_copies`)).toEqual([holder]);
    await feeders[0].close();
    await run(sql`update companies set name = 'y' where id = 1`);
    await feeding.untilFed(feeders[1], companies);
    expect(await feeding.askCopy(companies, 'toInt32(count())', "name = 'y'")).toEqual([[1]]);
    expect(feeding.failures).toEqual([]);
  });

  it('a copy of another layout is dropped after a day without a feeder, and that of a table that shrank', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 20));
    await feeding.untilFed(feeder, companies);
    await run(sql`insert into column_store_copies (name, table_name) values ('companies_00000000', 'companies')`);
    await feeder.look();
    expect(await run(sql`select count(*)::int from column_store_copies`)).toEqual([{ count: 2 }]);
    await run(sql`update column_store_copies set tried_at = now() - interval '25 hours' where name = 'companies_00000000'`);
    const names = async () => {
      await feeder.look();
      return (await run(sql`select name from column_store_copies`)).map(({ name }) => name);
    };
    await expect.poll(names).toEqual([copyName(companies)]);
    await run(sql`delete from companies`);
    await expect.poll(names, { timeout: 40_000 }).toEqual([]);
    expect(
      await feeding.ask("select count() from system.tables where database = {name:String} and startsWith(name, 'companies')", {
        name: feeding.engine.access.database,
      }),
    ).toEqual([['0']]);
  });
});

describe('erasing from a copy', () => {
  let feeding: Feeding;
  beforeEach(async () => {
    feeding = await openFeeding();
  });
  afterEach(() => feeding.close());
  const run = async (statement: ReturnType<typeof sql>) => (await feeding.database.execute(statement)).rows;

  it('is done when neither rows, former versions nor words are left in any part', async () => {
    const feeder = feeding.startFeeder();
    await addRows(feeding.database, companies, invented(companies, 300));
    await feeding.untilFed(feeder, companies);
    // Others are closed in the same part.
    await run(sql`update companies set city = 'Elsewhere' where id % 3 = 0`);
    await run(sql`update companies set description = 'zzyzx is unmistakable' where id = 1`);
    await feeding.untilFed(feeder, companies);
    await run(sql`update companies set description = 'zzyzx again' where id = 1`);
    await feeding.untilFed(feeder, companies);
    const words = () =>
      feeding.ask(
        `select toInt32(uniqExactIf(word, startsWith(word, 'zzyzx'))), toInt32(count() > 0) from ${tableIn(feeding.engine.access, wordsName(copyName(companies)))}`,
      );
    const rows = () => feeding.ask(`select toInt32(count()) from ${feeding.table(companies)} where id = 1`);
    expect(await words()).toEqual([[1, 1]]);
    await run(sql`update companies set description = null where id = 1`);
    await run(sql`insert into column_store_erasures (table_name, row_ids, version)
      select 'companies', '{1}', version from table_versions where table_name = 'companies'`);
    const isDone = async () => {
      await feeder.look();
      return (await run(sql`select done_at is not null as done from column_store_erasures`))[0]?.done;
    };
    expect(await isDone()).toBe(false);
    await expect.poll(isDone, { timeout: 180_000, interval: 500 }).toBe(true);
    expect(await words()).toEqual([[0, 1]]);
    const known = tableIn(feeding.engine.access, wordsName(copyName(companies)));
    const column = 'search_query__words';
    expect(
      await feeding.ask(
        `select distinct arrayJoin(${column}) as word from ${feeding.table(companies)}
          where word not in (select word from ${known} where filter = '${column}')`,
      ),
    ).toEqual([]);
    expect(await rows()).toEqual([[1]]);
    expect(
      await feeding.ask(`select toInt32(count()) from ${feeding.table(companies)} where position(description, 'zzyzx') > 0`),
    ).toEqual([[0]]);
    await feeding.untilFed(feeder, companies);
    expect(feeding.failures).toEqual([]);
  }, 240_000);

  it('is done at once without a copy', async () => {
    const feeder = feeding.startFeeder();
    await run(sql`insert into column_store_erasures (table_name, row_ids, version) values ('people', '{1}', 1)`);
    await feeder.look();
    expect(await run(sql`select done_at is not null as done from column_store_erasures`)).toEqual([{ done: true }]);
  });
});
