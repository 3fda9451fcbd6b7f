/** What `/metrics` says of copies and of readings. */
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { createFeedMetrics } from '@leadloom/server/column-store/open-feeding';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { addRows } from '@leadloom/server/testing/table-rows';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const { companies, people } = tables;

type Registry = ReturnType<typeof createFeedMetrics>;

describe('metrics of a column store', () => {
  let feeding: Feeding;
  beforeEach(async () => {
    feeding = await openFeeding();
  });
  afterEach(() => feeding.close());

  const add = (count: number, from = 0) =>
    addRows(
      feeding.database,
      companies,
      Array.from({ length: count }, (_, at) => ({ ...generalRow(companies, 1, from + at), sources: ['file'] })),
    );
  const tableVersion = async () =>
    Number(
      (await feeding.database.execute(sql`select version from table_versions where table_name = 'companies'`)).rows[0]?.version,
    );
  /** The values of a metric by its labels. */
  const valuesOf = async (registry: Registry, name: string) => {
    const metric = await registry.getSingleMetric(name)?.get();
    return Object.fromEntries(
      (metric?.values ?? []).map(({ labels, value, ...more }) => [
        ['metricName' in more ? more.metricName : '', ...Object.values(labels)].filter((part) => part !== '').join(' '),
        value,
      ]),
    );
  };

  it('say how far each copy is, and since when it lacks something', async () => {
    const registry = createFeedMetrics(feeding.database);
    expect(await valuesOf(registry, 'column_store_reached_version')).toEqual({});
    const feeder = feeding.startFeeder();
    await add(20);
    await feeder.look();
    await feeding.untilFed(feeder, companies);
    const reached = await tableVersion();
    expect(await valuesOf(registry, 'column_store_reached_version')).toEqual({ companies: reached });
    expect(await valuesOf(registry, 'column_store_lag_seconds')).toEqual({ companies: 0 });

    await add(1, 20);
    await add(1, 21);
    const first = await feeding.database.execute<{ version: string }>(
      sql`select min(version) as version from table_commits where table_name = 'companies' and version > ${reached}`,
    );
    await feeding.database.execute(
      sql`update table_commits set at = clock_timestamp() - interval '100 seconds'
        where table_name = 'companies' and version = ${first.rows[0]?.version}`,
    );
    expect(await valuesOf(registry, 'column_store_reached_version')).toEqual({ companies: reached });
    expect(await valuesOf(registry, 'column_store_lag_seconds')).toEqual({ companies: expect.closeTo(100, -2) });
    await feeding.untilFed(feeder, companies);
    expect(await valuesOf(registry, 'column_store_reached_version')).toEqual({ companies: await tableVersion() });
    expect(await valuesOf(registry, 'column_store_lag_seconds')).toEqual({ companies: 0 });
  });

  it('count erasures that are not done', async () => {
    const registry = createFeedMetrics(feeding.database);
    expect(await valuesOf(registry, 'column_store_erasures_waiting')).toEqual({ '': 0 });
    await feeding.database.execute(sql`insert into column_store_erasures (table_name, row_ids, version, done_at)
      values ('companies', '{1}', 1, null), ('people', '{2}', 1, null), ('people', '{3}', 1, now())`);
    expect(await valuesOf(registry, 'column_store_erasures_waiting')).toEqual({ '': 2 });
    // No copy has rows of them.
    await feeding.startFeeder().look();
    expect(await valuesOf(registry, 'column_store_erasures_waiting')).toEqual({ '': 0 });
  });

  it('count readings by who answered, and statements by their time', async () => {
    const { store, registry, close } = openColumnStore({
      settings: feeding.settings,
      database: feeding.database,
      log: { warn: () => undefined, info: () => undefined },
      limits: { statementSeconds: 60, soonMilliseconds: 20_000 },
    });
    const feeder = feeding.startFeeder();
    await add(5);
    await feeding.untilFed(feeder, companies);
    const ask = (definition: typeof companies | typeof people, statement = sql`select 1`) =>
      store.read('facets', [definition], (reading) => reading.rows(statement));
    expect(await ask(companies)).toEqual([[1]]);
    expect(await store.read('summary', [companies], (reading) => reading.rows(sql`select 2`))).toEqual([[2]]);
    expect(await ask(people)).toBeNull();
    expect(await ask(companies, sql`select nothing`)).toBeNull();
    await add(1, 5);
    expect(await ask(companies)).toBeNull();
    expect(await valuesOf(registry, 'column_store_reads_total')).toEqual({
      'facets column_store': 1,
      'summary column_store': 1,
      'facets too_small': 1,
      'facets failed': 1,
      'facets behind': 1,
    });
    const seconds = await valuesOf(registry, 'column_store_query_seconds');
    expect(seconds.column_store_query_seconds_count).toBe(3);
    await close();
  });
});
