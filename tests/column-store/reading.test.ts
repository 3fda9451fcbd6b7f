/** Reading in the column store while tables change, copies fall behind, and the engine dies, hangs or refuses. */
import { type ColumnReading, ColumnStoreFailed } from '@leadloom/server/column-store/column-store';
import { wordsOf } from '@leadloom/server/column-store/copied-columns';
import { haveRebuilt } from '@leadloom/server/column-store/copies.repository';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { type OpenColumnStore, openColumnStore, type ReadLimits } from '@leadloom/server/column-store/open-column-store';
import { readConfig } from '@leadloom/server/config';
import { runAbortably } from '@leadloom/server/database/abortable-reads';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer } from '@leadloom/server/testing/test-server';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tables } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { isEngineGiven, startOwnEngine } from './testing/engine-database.ts';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const { companies, people } = tables;
const PATIENT: ReadLimits = { statementSeconds: 60, soonMilliseconds: 20_000, pageMilliseconds: 60_000 };
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open({ engineUrl, limits = PATIENT }: { engineUrl?: string; limits?: Partial<ReadLimits> } = {}) {
  const feeding = await openFeeding(engineUrl === undefined ? {} : { engineUrl });
  closing.push(() => feeding.close());
  const said: string[] = [];
  const opened = openStore(feeding, said, {}, limits);
  const feeder = feeding.startFeeder();
  const add = (definition: TableDefinition, count: number, from = 0) =>
    addRows(
      feeding.database,
      definition,
      Array.from({ length: count }, (_, at) => ({ ...generalRow(definition, 1, from + at), sources: ['file'] })),
    );
  return { ...opened, feeding, said, add, untilFed: (definition: TableDefinition) => feeding.untilFed(feeder, definition) };
}

function openStore(
  feeding: Feeding,
  said: string[],
  environment: Readonly<Record<string, string>>,
  limits: Partial<ReadLimits>,
): OpenColumnStore {
  const { columnStore: settings } = readConfig({ ...feeding.engine.environment, ...environment });
  if (settings === null) throw new Error('the settings name no column store');
  const log = {
    warn: ({ err }: { readonly err: unknown }, message: string) => void said.push(`${message}: ${err}`),
    info: (message: string) => void said.push(message),
  };
  const opened = openColumnStore({ settings, database: feeding.database, log, limits });
  closing.push(() => opened.close());
  return opened;
}

const count = (reading: ColumnReading, definition: TableDefinition) =>
  reading.rows(sql`select count() from ${reading.tableOf(definition)} where ${reading.isVisible(definition)}`);
const countOf = async ({ store }: Pick<OpenColumnStore, 'store'>, definition: TableDefinition) => {
  const rows = await store.read('total', [definition], (reading) => count(reading, definition));
  return rows === null ? null : Number(rows[0]?.[0]);
};
const readsBy = async ({ registry }: Pick<OpenColumnStore, 'registry'>, by: string): Promise<number> => {
  const metric = await registry.getSingleMetric('column_store_reads_total')?.get();
  return metric?.values.find(({ labels }) => labels.by === by && labels.kind === 'total')?.value ?? 0;
};
const words = sql.identifier(wordsOf(companies.filters.find(({ kind }) => kind === 'search')?.key ?? ''));
const countOfCompanies = (reading: ColumnReading, condition: SQL) =>
  sql`select toInt32(count()) from ${reading.tableOf(companies)} where ${reading.isVisible(companies)} and ${condition}`;
const readsIndexAlone = async (reading: ColumnReading) => {
  const [row] = await reading.rows(sql`select toInt32(getSetting('query_plan_direct_read_from_text_index'))`);
  return row?.[0] === 1;
};
const slowly = (reading: ColumnReading) =>
  reading.rows(sql`select max(sipHash64(number)) as slow_reading from numbers(100000000000)`);

describe('reading in the column store', () => {
  it('reads the version that the table has, and leaves a copy that is behind to PostgreSQL', async () => {
    const { feeding, add, untilFed, ...opened } = await open();
    expect(await countOf(opened, companies)).toBeNull();
    expect(await readsBy(opened, 'too_small')).toBe(1);
    await add(companies, 30);
    await untilFed(companies);
    expect(await countOf(opened, companies)).toBe(30);
    await feeding.database.execute(sql`delete from companies where id % 3 = 0`);
    expect(await countOf(opened, companies)).toBeNull();
    expect(await readsBy(opened, 'behind')).toBe(1);
    await untilFed(companies);
    const { rows } = await feeding.database.execute<{ count: number; version: number }>(
      sql`select (select count(*)::int from companies), version::int from table_versions where table_name = 'companies'`,
    );
    expect(await countOf(opened, companies)).toBe(rows[0]?.count);
    const version = await opened.store.read('total', [companies], async (reading) => reading.versionOf(companies));
    expect(version).toBe(rows[0]?.version);
    expect(await readsBy(opened, 'column_store')).toBe(3);
  });

  it('a copy that another installation has begun to feed is left to PostgreSQL', async () => {
    const { add, untilFed, engine, ...opened } = await open();
    await add(companies, 30);
    await untilFed(companies);
    expect(await countOf(opened, companies)).toBe(30);
    const other = '00000000-0000-4000-8000-00000000000e';
    await engine.run({
      text: `insert into feeders (copy, epoch, number) select copy, '${other}', max(number) + 1 from feeders group by copy`,
      parameters: {},
    });
    // What was published is known for a moment.
    await expect.poll(() => countOf(opened, companies)).toBeNull();
    expect(await readsBy(opened, 'behind')).toBeGreaterThan(0);
  });

  it('reads several tables as of one moment, and known words by their beginnings', async () => {
    const { feeding, add, untilFed, store } = await open();
    await add(companies, 10);
    await add(people, 20);
    await untilFed(companies);
    await untilFed(people);
    const both = (read: (reading: ColumnReading) => Promise<unknown>) => store.read('facets', [companies, people], read);
    expect(await both(async (reading) => [await count(reading, companies), await count(reading, people)])).toEqual([
      [['10']],
      [['20']],
    ]);
    const column = wordsOf(companies.filters.find(({ kind }) => kind === 'search')?.key ?? '');
    const { rows } = await feeding.database.execute<{ word: string }>(sql`
      select distinct word from companies, unnest(string_to_array(lower(name), ' ')) as word where word like 'a%'`);
    const words = await both((reading) => reading.rows(reading.wordsBeginning(companies, column, 'a')));
    expect(words).toEqual(expect.arrayContaining(rows.map(({ word }) => [word.replaceAll(/\W/g, '')])));
    await add(people, 1, 20);
    expect(await both(async () => 'read')).toBeNull();
  });

  it('finds rows by their words while others of the same part are closed', async () => {
    const { feeding, add, untilFed, store } = await open();
    await add(companies, 200);
    await untilFed(companies);
    await feeding.database.execute(sql`update companies set city = 'Ore' where id % 7 = 0`);
    await untilFed(companies);
    const countWith = (condition: SQL) =>
      store.read('total', [companies], (reading) => reading.rows(countOfCompanies(reading, condition)));
    const findsAll = async () => {
      expect(await countWith(sql`hasAny(${words}, ['name'])`)).toEqual([[200]]);
      expect(await countWith(sql`not has(${words}, 'name')`)).toEqual([[0]]);
      expect(await countWith(sql`has(${words}, 'ore')`)).toEqual([[28]]);
    };
    await findsAll();
    // Once they are applied, the index alone tells it.
    await expect.poll(() => store.read('total', [companies], readsIndexAlone)).toBe(true);
    await findsAll();
  });

  it('the index alone is no answer once rows have been closed since the reading began', async () => {
    const { feeding, add, untilFed, ...opened } = await open();
    const { store } = opened;
    await add(companies, 200);
    await untilFed(companies);
    await expect.poll(() => store.read('total', [companies], readsIndexAlone)).toBe(true);
    const found = await store.read('total', [companies], async (reading) => {
      await feeding.database.execute(sql`update companies set city = 'Ore' where id % 7 = 0`);
      await untilFed(companies);
      return reading.rows(countOfCompanies(reading, sql`has(${words}, 'name')`));
    });
    expect(found).toBeNull();
    expect(await readsBy(opened, 'behind')).toBe(1);
  });

  it('streams rows, and says nothing of what a reading throws or cannot say', async () => {
    const { add, untilFed, ...opened } = await open();
    await add(companies, 1_000);
    await untilFed(companies);
    const ids = await opened.store.read('export', [companies], async (reading) => {
      const found: unknown[] = [];
      const statement = sql`select id from ${reading.tableOf(companies)} where ${reading.isVisible(companies)} order by id`;
      for await (const part of reading.stream(statement)) found.push(...part.flat());
      return found;
    });
    expect(ids).toHaveLength(1_000);
    const mistake = new Error('a mistake of the reading');
    await expect(opened.store.read('total', [companies], () => Promise.reject(mistake))).rejects.toBe(mistake);
    expect(await opened.store.read('total', [companies], async () => null)).toBeNull();
    expect(await readsBy(opened, 'failed')).toBe(0);
  });

  it('answers nothing from a copy that is built anew meanwhile', async () => {
    const { feeding, add, untilFed, store } = await open();
    await add(companies, 10);
    await untilFed(companies);
    const during = (read: (reading: ColumnReading) => Promise<unknown>) =>
      store.read('total', [companies], async (reading) => {
        await haveRebuilt(feeding.database, copyName(companies));
        return read(reading);
      });
    expect(await during((reading) => count(reading, companies))).toBeNull();
    await untilFed(companies);
    const stream = async (reading: ColumnReading) => {
      for await (const _part of reading.stream(sql`select id from ${reading.tableOf(companies)}`));
      throw new Error('the stream ended as if it were whole');
    };
    expect(await during(stream)).toBeNull();
  });

  it('ends its statement when the reader leaves', async () => {
    const { feeding, add, untilFed, store, said } = await open();
    await add(companies, 1);
    await untilFed(companies);
    const isRunning = async () =>
      (await feeding.ask("select count() from system.processes where position(query, 'slow_' || 'reading') > 0"))[0]?.[0] !== '0';
    const leaving = new AbortController();
    const reading = runAbortably(leaving.signal, () => store.read('total', [companies], slowly)).catch((error: unknown) => error);
    await expect.poll(isRunning).toBe(true);
    const reason = new Error('the reader left');
    leaving.abort(reason);
    expect(await reading).toBe(reason);
    await expect.poll(isRunning).toBe(false);
    expect(said).toEqual([]);
  });

  it('leaves to PostgreSQL what takes too long or is refused, and goes on answering the rest', async () => {
    const { add, untilFed, said, ...opened } = await open({ limits: { ...PATIENT, statementSeconds: 1 } });
    await add(companies, 5);
    await untilFed(companies);
    expect(await opened.store.read('total', [companies], slowly)).toBeNull();
    expect(
      await opened.store.read('total', [companies], (reading) => reading.rows(sql`select ${'a secret name'} from nowhere`)),
    ).toBeNull();
    expect(await readsBy(opened, 'failed')).toBe(2);
    expect(said).toHaveLength(1);
    expect(said.join()).not.toContain('secret');
    expect(await countOf(opened, companies)).toBe(5);
  });

  it('gives a page a share of the time that its list has, and leaves the rest to PostgreSQL', async () => {
    const { add, untilFed, ...opened } = await open({ limits: { ...PATIENT, pageMilliseconds: 500 } });
    await add(companies, 5);
    await untilFed(companies);
    const asleep = (reading: ColumnReading) => reading.rows(sql`select sleep(2)`);
    expect(await opened.store.read('sort', [companies], asleep)).toBeNull();
    expect(await opened.store.read('total', [companies], asleep)).toEqual([[0]]);
    expect(await countOf(opened, companies)).toBe(5);
  });

  it('answers no more readings at once than it can', async () => {
    const { add, untilFed, ...opened } = await open();
    await add(companies, 5);
    await untilFed(companies);
    const held = Promise.withResolvers<void>();
    let inside = 0;
    const readings = Array.from({ length: 40 }, () =>
      opened.store.read('total', [companies], async () => {
        inside += 1;
        await held.promise;
        return 'read';
      }),
    );
    await expect.poll(() => inside).toBe(16);
    held.resolve();
    const answers = await Promise.all(readings);
    expect(answers.filter((answer) => answer === 'read')).toHaveLength(16);
    expect(await countOf(opened, companies)).toBe(5);
  });

  it.each(['a database that is not there', 'an address where nobody answers', 'a wrong password'] as const)(
    'leaves everything to PostgreSQL with %s, and says it once',
    async (wrong) => {
      const { feeding, add, untilFed } = await open();
      await add(companies, 5);
      await untilFed(companies);
      const said: string[] = [];
      const refused = new URL(feeding.engine.environment.CLICKHOUSE_URL ?? '');
      refused.password = 'wrong-secret';
      const environment = {
        'a database that is not there': { CLICKHOUSE_DATABASE: 'not_there' },
        'an address where nobody answers': { CLICKHOUSE_URL: 'http://default:wrong-secret@127.0.0.1:1' },
        'a wrong password': { CLICKHOUSE_URL: refused.href },
      }[wrong];
      const opened = openStore(feeding, said, environment, PATIENT);
      for (let time = 0; time < 3; time += 1) expect(await countOf(opened, companies)).toBeNull();
      expect(await readsBy(opened, 'failed')).toBe(3);
      expect(said).toHaveLength(1);
      expect(said.join()).not.toContain('wrong-secret');
    },
  );
});

describe.skipIf(isEngineGiven())('an engine that dies or hangs', () => {
  async function openKilled(limits?: Partial<ReadLimits>) {
    const engine = await startOwnEngine();
    closing.push(() => engine.remove());
    const opened = await open({ engineUrl: engine.url, ...(limits === undefined ? {} : { limits }) });
    await opened.add(companies, 5);
    await opened.untilFed(companies);
    return { ...opened, engine };
  }

  it('is left out when it is killed in the middle of a reading, and used again when it is back', async () => {
    const { engine, said, feeding, ...opened } = await openKilled();
    // Its feeder would take the copy.
    const server = await startTestServer({ environment: feeding.engine.environment, doesJobs: false });
    closing.push(() => server.close());
    const dying = opened.store.read('total', [companies], async (reading) => {
      const answer = slowly(reading);
      setTimeout(() => void engine.kill(), 300);
      return answer;
    });
    expect(await dying).toBeNull();
    expect(await countOf(opened, companies)).toBeNull();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('left out');
    const health = await server.app.inject('/health');
    expect(health.statusCode).toBe(200);
    await engine.restart();
    await expect.poll(() => countOf(opened, companies), { timeout: 40_000, interval: 200 }).toBe(5);
    expect(said).toHaveLength(2);
    expect(said[1]).toContain('answers again');
  });

  it('is told by a stream that breaks off', async () => {
    const { engine, ...opened } = await openKilled();
    let error: unknown;
    const broken = opened.store.read('export', [companies], async (reading) => {
      try {
        for await (const _part of reading.stream(sql`select number from numbers(100000000)`)) await engine.kill();
      } catch (reason) {
        error = reason;
        throw reason;
      }
      return 'whole';
    });
    expect(await broken).toBeNull();
    await engine.restart();
    expect(error).toBeInstanceOf(ColumnStoreFailed);
  });

  it('is left out when it hangs, before its readers have waited for long', async () => {
    const { engine, said, ...opened } = await openKilled({ statementSeconds: 600, soonMilliseconds: 1_000 });
    const hanging = opened.store.read('total', [companies], async (reading) => {
      const answer = slowly(reading);
      setTimeout(() => process.kill(engine.processId, 'SIGSTOP'), 300);
      return answer;
    });
    expect(await hanging).toBeNull();
    expect(said.join()).toContain('left out');
    // Others do not wait at all.
    expect(await countOf(opened, companies)).toBeNull();
    process.kill(engine.processId, 'SIGCONT');
    await expect.poll(() => countOf(opened, companies), { timeout: 60_000, interval: 200 }).toBe(5);
  });
});
