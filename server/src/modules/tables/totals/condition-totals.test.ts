/** Totals of trees of conditions by bitmaps, compared with the same trees as SQL over the same rows. */
import { companies } from '@leadloom/shared/tables/companies';
import { type Condition, not } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { people } from '@leadloom/shared/tables/people';
import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../../schema/data-table.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { conditionBits } from '../filters/condition-bits.ts';
import { conditionSql } from '../filters/condition-sql.ts';
import { bitmapCount } from './bitmap-count.ts';
import { CHUNK_BITS } from './chunk-bitmaps.ts';
import { refreshBitmaps } from './refresh-bitmaps.ts';

const chunkRows = 2 ** CHUNK_BITS;
/** Questions in one statement: most of a small one's time is spent outside of the database. */
const AT_ONCE = 25;
/** A tenth of the trees about companies; random questions ask more (`testing/questions`). */
const TREES = thoroughOr(200, 50);

const numbers = [
  null,
  0,
  1,
  -1,
  2.5,
  -2.5,
  0.1,
  0.3,
  -0.3,
  4.7,
  10,
  12.345678,
  -1234.5,
  1e6,
  9_007_199_254,
  1e15,
  -1e15,
  1e300,
  1 / 3,
];
const wholes = [null, 0, 1, 7, 10, 11, 50, 51, 1000, 2 ** 31, 2 ** 52, Number.MAX_SAFE_INTEGER];
const countries = [null, 'Norway', 'norway', 'NORWAY', 'Sweden', 'Çeşme', 'ÇEŞME', 'a "quoted", {name}'];
const items = ['SaaS', 'saas', 'FinTech', 'Robotics'];
const days = [null, '1970-01-01', '2019-12-31', '2020-01-01', '2024-02-29', '2026-03-31'];
const moments = ['2026-03-30T23:59:59.999Z', '2026-03-31T00:00:00Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'];

const company = fc.record({
  country: fc.constantFrom(...countries),
  verticals: fc.option(fc.array(fc.constantFrom(...items), { maxLength: 3 })),
  employee_count: fc.constantFrom(...wholes, ...wholes, null, null, null),
  employee_range_from: fc.constantFrom(null, 1, 11, 51),
  employee_range_to: fc.constantFrom(null, 50, 200, 1000),
  revenue: fc.constantFrom(...numbers),
  ebitda: fc.constantFrom(...numbers),
  last_financing_on: fc.constantFrom(...days),
  main_contact_email: fc.constantFrom(null, 'a@b.example'),
  city: fc.constantFrom(null, 'Oslo'),
  updated_at: fc.constantFrom(...moments),
  source: fc.constantFrom('test', 'test', 'sample'),
});
const person = fc.record({
  is_investor: fc.constantFrom(null, true, false),
  email: fc.constantFrom(null, 'a@b.example'),
  country: fc.constantFrom(...countries),
  source: fc.constant('test'),
});

const bound = fc.constantFrom(
  ...numbers.filter((number) => number !== null && Math.abs(number) < 1e16 && number !== 1 / 3),
  3.25,
  -7,
  200,
);
const ends = (value: fc.Arbitrary<number | null>) =>
  fc.option(fc.record({ value: value.map((number) => number ?? 0), isOpen: fc.boolean() }));
const dayEnd = fc.option(fc.constantFrom('1969-12-31', '2019-12-31', '2020-01-01', '2024-02-29', '2026-03-31', '2026-04-01'));
const flags = (definition: TableDefinition) => definition.filters.flatMap((filter) => (filter.kind === 'flag' ? [filter] : []));
const blank = (definition: TableDefinition) =>
  fc.record({ kind: fc.constant('blank' as const), column: fc.constantFrom(...definition.columns.map(({ field }) => field)) });
const flag = (definition: TableDefinition) =>
  fc.record({ kind: fc.constant('flag' as const), filter: fc.constantFrom(...flags(definition)) });
const equals = (column: string, values: readonly (string | null)[]) =>
  fc.record({
    kind: fc.constant('equals' as const),
    column: fc.constant(column),
    values: fc.subarray([...values.flatMap((value) => value ?? []), 'Atlantis'], { minLength: 1, maxLength: 3 }),
  });

const aboutCompanies: fc.Arbitrary<Condition> = fc.oneof(
  blank(companies),
  flag(companies),
  equals('country', countries),
  equals('verticals', items),
  fc.record({
    kind: fc.constant('numbers' as const),
    column: fc.constantFrom('revenue', 'ebitda'),
    from: ends(bound),
    to: ends(bound),
  }),
  fc.record({
    kind: fc.constant('numbers' as const),
    column: fc.constant('employee_count'),
    from: ends(fc.constantFrom(...wholes.filter((number) => number !== Number.MAX_SAFE_INTEGER), -3, 12, 10.5, 199.25)),
    to: ends(fc.constantFrom(...wholes.filter((number) => number !== Number.MAX_SAFE_INTEGER), -3, 12, 10.5, 199.25)),
  }),
  fc.record({
    kind: fc.constant('days' as const),
    column: fc.constantFrom('last_financing_on', 'updated_at'),
    from: dayEnd,
    to: dayEnd,
  }),
  fc.constant({ kind: 'sample' as const }),
);
const aboutPeople: fc.Arbitrary<Condition> = fc.oneof(
  blank(people),
  flag(people),
  equals('country', countries),
  fc.constant({ kind: 'true' as const, column: 'is_investor' }),
);

function trees(test: fc.Arbitrary<Condition>, depth = 3): fc.Arbitrary<Condition> {
  if (depth === 0) return test;
  const part = trees(test, depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: test },
    { weight: 2, arbitrary: part.map(not) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: fc.array(part, { maxLength: 3 }) }),
    },
  );
}

describe('totals of trees', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function fill(definition: TableDefinition, rows: readonly object[], firstId: number): Promise<void> {
    const written = rows.map((row, at) => ({
      ...row,
      id: firstId + at,
      name: `Row ${firstId + at}`,
      canonical_key: `${firstId + at}`,
    }));
    const columns = sql.join(
      Object.keys(written[0] ?? {}).map((column) => sql`${sql.identifier(column)}`),
      sql`, `,
    );
    const table = sql.identifier(databaseName(definition));
    await server.database.execute(sql`insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(written)}::jsonb)`);
  }

  async function compare(definition: TableDefinition, questions: readonly Condition[], dirty: readonly number[]): Promise<void> {
    const table = sql.identifier(databaseName(definition));
    for (let first = 0; first < questions.length; first += AT_ONCE) {
      const asked = questions.slice(first, first + AT_ONCE);
      const columns = asked.flatMap((condition, at): SQL[] => {
        const plain = conditionSql({ definition, asker: null }, condition);
        const bits = conditionBits(definition, condition);
        const counted = bits === null ? null : bitmapCount(definition, bits, plain, dirty);
        if (counted === null) throw new Error(`there are no bitmaps for ${JSON.stringify(condition)}`);
        const [name, expected] = [sql.identifier(`counted${at}`), sql.identifier(`expected${at}`)];
        return [
          sql`(select total from (${counted}) as answer) as ${name}`,
          sql`(select count(*) from ${table} where ${plain}) as ${expected}`,
        ];
      });
      const { rows } = await server.database.execute(sql`select ${sql.join(columns, sql`, `)}`);
      const [answer = {}] = rows;
      for (const [at, condition] of asked.entries()) {
        if (answer[`counted${at}`] !== answer[`expected${at}`])
          throw new Error(`${JSON.stringify(condition)} counts ${answer[`counted${at}`]} instead of ${answer[`expected${at}`]}`);
      }
    }
  }

  it('equal those of the rows, for complete bitmaps, after changes, and beside chunks without', {
    timeout: 120_000,
  }, async () => {
    const { database } = server;
    await fill(companies, fc.sample(company, { numRuns: 500, seed: 1 }), chunkRows - 250);
    await fill(people, fc.sample(person, { numRuns: 100, seed: 2 }), 10);
    await refreshBitmaps(database);
    const asked = fc.sample(trees(aboutCompanies), { numRuns: 10 * TREES, seed: 3 });
    await compare(companies, asked.slice(0, 6 * TREES), []);
    await compare(people, fc.sample(trees(aboutPeople), { numRuns: TREES, seed: 4 }), []);
    // Few changes, so that bits are changed one by one.
    await database.execute(
      sql`update companies set revenue = -revenue, employee_count = null, country = 'Sweden' where id % 7 = 0`,
    );
    await database.execute(sql`delete from companies where id % 11 = 0`);
    expect(await refreshBitmaps(database)).toBe(2);
    await compare(companies, asked.slice(6 * TREES, 8 * TREES), []);
    await fill(companies, fc.sample(company, { numRuns: 100, seed: 5 }), 3 * chunkRows);
    await compare(companies, asked.slice(8 * TREES), [3]);
  });

  it('tests without bitmaps have no bits, wherever they stand', () => {
    const text: Condition = { kind: 'equals', column: 'city', values: ['Oslo'] };
    for (const condition of [text, not(text), { kind: 'any' as const, of: [{ kind: 'sample' as const }, text] }])
      expect(conditionBits(companies, condition)).toBeNull();
  });

  it('a tree that is too large is not counted by bitmaps', () => {
    const terms = Array.from(
      { length: 100 },
      (_, at): Condition => ({
        kind: 'numbers',
        column: at % 2 === 0 ? 'revenue' : 'ebitda',
        from: { value: (1_234_567_891 + at * 1_000_000_017) / 1_000_000, isOpen: false },
        to: null,
      }),
    );
    const bits = conditionBits(companies, { kind: 'any', of: terms });
    expect(bits).not.toBeNull();
    expect(bits === null ? null : bitmapCount(companies, bits, sql`true`, [])).toBeNull();
  });

  it('a server of the version before that brings its own bitmaps up to date leaves chunks stale here', async () => {
    const { database } = server;
    const stale = async () =>
      (await database.execute(sql`select chunk from stale_chunks where table_name = 'people' order by chunk`)).rows;
    await refreshBitmaps(database);
    expect(await stale()).toEqual([]);
    // It has not looked yet, so the chunk is on its list already.
    await database.execute(sql`update people set country = 'Chad' where id = 11`);
    expect(await stale()).toEqual([{ chunk: 0 }]);
    await refreshBitmaps(database);
    await database.execute(sql`update people set country = 'Peru' where id = 11`);
    expect(await stale()).toEqual([{ chunk: 0 }]);
    await database.execute(sql`delete from table_dirty_chunks where table_name = 'people'`);
    await database.execute(sql`delete from table_bitmaps where table_name = 'people'`);
    expect(await stale()).toEqual([{ chunk: 0 }]);
    await refreshBitmaps(database);
    await compare(people, [{ kind: 'equals', column: 'country', values: ['peru'] }], []);
    await database.execute(sql`truncate people`);
    expect(await stale()).toEqual([]);
    expect((await database.execute(sql`select from chunk_bitmaps where table_name = 'people'`)).rowCount).toBe(0);
  });
});
